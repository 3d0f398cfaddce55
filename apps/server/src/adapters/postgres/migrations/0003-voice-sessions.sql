-- When the conversation that a pass let in was over and stored. Used and never closed: its server is gone.
alter table voice_passes add column closed_at timestamptz;
create index voice_passes_call on voice_passes (call_id);
