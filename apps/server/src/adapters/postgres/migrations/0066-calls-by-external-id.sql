-- without a transaction
-- As in 0018-calls-of-agents.sql.

-- step: an index whose building was cut off is no index
drop index concurrently if exists calls_external_id;

-- step: calls are asked for by what other software calls them; few have such an id
create index concurrently calls_external_id on calls (tenant_id, external_id, id) where external_id is not null;
