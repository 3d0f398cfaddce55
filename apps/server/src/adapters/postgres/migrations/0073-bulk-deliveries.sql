-- without a transaction
-- As in 0018-calls-of-agents.sql.

-- step: an index whose building was cut off is no index
drop index concurrently if exists webhook_deliveries_due_by_kind;

-- step: what comes in thousands and what does not, each the longest waiting first; servers of the release before use the other
create index concurrently webhook_deliveries_due_by_kind on webhook_deliveries
  (tenant_id, endpoint_id, (case when type in ('dnc.added', 'recipient.suppressed') and call_id is null then 1 else 0 end),
    -- with the event: what is sent again has one time, and only the first few of it are looked for
    next_at, event_id)
  where state = 'waiting';
