-- without a transaction
-- As in 0018-calls-of-agents.sql.

-- step: an index whose building was cut off is no index
drop index concurrently if exists calls_live_number;

-- step: a number is in one call of a campaign at a time; it is asked when a call is placed
create index concurrently calls_live_number on calls (tenant_id, (case direction when 'inbound' then from_number else to_number end))
where status in ('queued', 'initiated', 'ringing', 'in-progress');
