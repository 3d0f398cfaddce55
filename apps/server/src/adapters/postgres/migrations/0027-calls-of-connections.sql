-- without a transaction
-- As in 0018-calls-of-agents.sql.

-- step: an index whose building was cut off is no index
drop index concurrently if exists calls_connection_unfinished;

-- step: calls of an account that are not over are counted when another is placed
create index concurrently calls_connection_unfinished on calls (connection_id)
where connection_id is not null and status in ('queued', 'initiated', 'ringing', 'in-progress');
