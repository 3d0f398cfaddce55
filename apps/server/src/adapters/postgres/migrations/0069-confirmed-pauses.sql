-- A recording pauses once the carrier has confirmed it (docs/recordings.md).
alter table recordings
  -- when the carrier has confirmed the pause that began at `paused_at`; null: not yet, or it was told to go on since
  add column pause_confirmed_at timestamptz,
  -- until then at the latest a command to the carrier is on its way, and no other one is given
  add column pause_command_until timestamptz,
  -- the carrier did not answer the pause that it was told last
  add column pause_unanswered boolean not null default false;
