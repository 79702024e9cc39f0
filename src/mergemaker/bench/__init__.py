"""Everything that is measured, each figure beside its goal and, where it can be, beside a bound in the same run."""
