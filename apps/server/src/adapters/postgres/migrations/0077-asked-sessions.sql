-- When the carrier asked for the session. What the other party says from then on belongs to it (docs/voice-session.md, VS11).
-- Null: a server of an earlier release issued the token.
alter table voice_passes add column asked_at timestamptz;
