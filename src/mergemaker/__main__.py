"""`python -m mergemaker` is the `mergemaker` command."""

from mergemaker.cli import main

if __name__ == "__main__":
    main()
