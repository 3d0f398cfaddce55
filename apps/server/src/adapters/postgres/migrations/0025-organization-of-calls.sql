-- What a call keeps of its organization, stored with its first session: one that resumes it has the same. Null where a
-- server of an earlier release has begun it.
alter table voice_passes add column organization jsonb;
