-- Where the sound of a recording begins, by the clock of the transcript (docs/recordings.md).
alter table recordings
  add column sound_starts_at timestamptz,
  -- how that was found, and how far it may be wrong
  add column offset_method text,
  add column offset_error_ms integer,
  add constraint recordings_offset_check check (sound_starts_at is null
    or (offset_method in ('turns', 'start') and offset_method is not null and offset_error_ms is not null)) not valid;
