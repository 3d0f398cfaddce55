-- Commands that reach the carrier after their time, and wishes that follow each other (docs/recordings.md).
alter table recordings
  -- an older command has reached the carrier since: the answer to the one on its way says nothing either
  add column pause_command_doubted boolean not null default false,
  -- how often people have asked for a pause
  add column pause_wishes integer not null default 0;
