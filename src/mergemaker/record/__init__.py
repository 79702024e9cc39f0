"""Game records as files: reading, writing, verifying by replay, telling as a story.

The record itself, as plain data, is made and read by `mergemaker.rules.game`; docs/look-up/records.md describes it.
"""

from mergemaker.record.record_files import RecordFile, read_records, write_record
from mergemaker.record.story import story

__all__ = ["RecordFile", "read_records", "story", "write_record"]
