-- How long an organization keeps its recordings, in days (docs/recordings.md); null: as long as the transcripts of the calls.
alter table recording_settings add column keep_days integer check (keep_days >= 1);
