-- Whether the other party is told of the recording or asked first, and recordings that pause (docs/recordings.md).

alter table recording_settings
  add column consent text not null default 'announce' check (consent in ('announce', 'ask')),
  -- agents that do it differently, by their ids
  add column agent_consent jsonb not null default '{}';

alter table recordings
  -- `ask`: the other party has said yes
  add column consent text not null default 'announce' check (consent in ('announce', 'ask')),
  -- since when it pauses; null: it runs
  add column paused_at timestamptz,
  add column paused_by_person boolean not null default false,
  -- until then at the latest the answer of a tool is waited for that must not be recorded
  add column paused_until timestamptz;
create index recordings_paused on recordings (paused_until) where paused_until is not null;
