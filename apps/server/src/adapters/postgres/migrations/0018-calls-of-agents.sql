-- without a transaction
-- The steps below run one by one, each in a transaction of its own or in none, and may be run again: an index of a table
-- in use is built beside it, so that the servers which run meanwhile go on writing.

-- step: an index whose building was cut off is no index
drop index concurrently if exists calls_of_agents;

-- step: the calls of the last days are counted by agent, from the index alone
create index concurrently calls_of_agents on calls (tenant_id, created_at, agent_id);
