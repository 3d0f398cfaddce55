-- without a transaction
-- What 0033-audit-log.sql does to entries that are there, beside running servers.

-- step: entries about accounts name them by id; accounts exist with the built-in sign-in alone, which has one organization
drop policy if exists while_migrating on audit_log;
create policy while_migrating on audit_log to current_user using (true) with check (true);
update audit_log set
  subject = case when subject like '%@%'
    then coalesce((select "id"::text from identity."user" where "email" = audit_log.subject), 'unknown account')
    else subject end,
  tenant_id = coalesce(tenant_id, 'gs-dental')
where action in ('access.granted', 'access.revoked', 'password.reset') and (subject like '%@%' or tenant_id is null);

-- step: what was there before is sealed too
drop policy if exists while_migrating on audit_unsealed;
create policy while_migrating on audit_unsealed to current_user using (true) with check (true);
insert into audit_unsealed (entry_id)
select id from audit_log a
where not exists (select from audit_unsealed u where u.entry_id = a.id) and not exists (select from audit_seals);
drop policy while_migrating on audit_unsealed;
drop policy while_migrating on audit_log;

-- step: an index whose building was cut off is no index
drop index concurrently if exists audit_log_time;

-- step: the list, newest first
create index concurrently audit_log_time on audit_log (tenant_id, at, id);

-- step: an index whose building was cut off is no index
drop index concurrently if exists audit_log_actor;

-- step: what one person did
create index concurrently audit_log_actor on audit_log (tenant_id, actor, at, id);

-- step: an index whose building was cut off is no index
drop index concurrently if exists audit_log_action;

-- step: changes are few among readings
create index concurrently audit_log_action on audit_log (tenant_id, action, at, id) where not is_read;

-- step: the list does not use it any more
drop index concurrently if exists audit_log_tenant;
