-- without a transaction
-- As in 0018-calls-of-agents.sql.

-- step: an index whose building was cut off is no index
drop index concurrently if exists calls_other_party;

-- step: the calls of a number, newest first
create index concurrently calls_other_party on calls (tenant_id, (case direction when 'inbound' then from_number else to_number end), id desc)
where mode = 'live';

-- step: an index whose building was cut off is no index
drop index concurrently if exists calls_follow_up;

-- step: calls that call back are asked for when another is placed
create index concurrently calls_follow_up on calls (tenant_id, follow_up_id) where follow_up_id is not null;

-- step: an index whose building was cut off is no index
drop index concurrently if exists calls_deleted;

-- step: what was deleted a while ago is removed for good
create index concurrently calls_deleted on calls (deleted_at) where mode = 'deleted';
