-- The audit log gets who asked from where, readings, and a chain that shows tampering (docs/audit.md).

-- Constants as defaults, so that no row is rewritten; null kinds are of entries of an earlier release
alter table audit_log
  add column actor_kind text,
  add column address text,
  add column is_read boolean not null default false;

-- Entries that no chain has yet; without an index, because it is read and emptied as a whole
create table audit_unsealed (
  entry_id bigint not null
);

-- The chain, a number of entries in each row
create table audit_seals (
  -- '' for what concerns the whole deployment
  tenant_id text not null,
  first_seq bigint not null,
  last_seq bigint not null,
  -- in the order of the chain
  entry_ids bigint[] not null,
  -- 16 bytes for each entry, in the same order
  macs bytea not null,
  primary key (tenant_id, first_seq),
  check (last_seq - first_seq + 1 = cardinality(entry_ids)),
  check (length(macs) = 16 * cardinality(entry_ids))
);

-- Where each chain begins and ends, signed
create table audit_checkpoints (
  tenant_id text primary key,
  cut_seq bigint not null,
  cut_mac bytea not null,
  -- entries older than this may have been removed
  cut_before timestamptz,
  head_seq bigint not null,
  head_mac bytea not null,
  signed_at timestamptz not null,
  signature bytea not null
);

do $$
declare
  name text;
begin
  foreach name in array array['audit_unsealed', 'audit_seals', 'audit_checkpoints'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
  end loop;
end $$;
grant insert on audit_unsealed to parley_app;
grant select, insert, delete on audit_unsealed to parley_system;
grant insert on audit_unsealed to parley_identity;
grant select, insert, delete on audit_seals to parley_system;
grant select, insert, update on audit_checkpoints to parley_system;
-- An id says nothing; the sealing leaves out ids that name no entry.
create policy no_tenant on audit_unsealed for insert to parley_app with check (true);
create policy no_account on audit_unsealed for insert to parley_identity with check (true);
create policy every_tenant on audit_unsealed to parley_system using (true) with check (true);
create policy no_tenant on audit_seals to parley_app using (false);
create policy every_tenant on audit_seals to parley_system using (true) with check (true);
create policy no_tenant on audit_checkpoints to parley_app using (false);
create policy every_tenant on audit_checkpoints to parley_system using (true) with check (true);

-- Entries are removed behind a checkpoint only, and changed by nobody
drop policy every_tenant on audit_log;
drop policy deployment_wide on audit_log;
create policy every_tenant_reads on audit_log for select to parley_system using (true);
create policy every_tenant_adds on audit_log for insert to parley_system with check (true);
create policy behind_checkpoint on audit_log for delete to parley_system using (
  at < (select c.cut_before from audit_checkpoints c where c.tenant_id = coalesce(audit_log.tenant_id, ''))
);
-- Access that is given to an account belongs to the log of its organization.
create policy account_adds on audit_log for insert to parley_identity with check (true);
grant select, insert, delete on audit_log to parley_system;

-- Who asked, and from where, is said by the transaction; servers of the release before say nothing
create function complete_audit_entry() returns trigger language plpgsql as $$
begin
  new.actor_kind := case
    when new.actor = 'command line' then 'command line'
    when new.actor in ('system', 'environment', 'sign-up') or new.actor like 'agent %' then 'server'
    else coalesce(nullif(current_setting('parley.actor_kind', true), ''), 'person')
  end;
  if new.actor_kind in ('person', 'key') and new.address is null then
    new.address := nullif(current_setting('parley.address', true), '');
  end if;
  return new;
end
$$;
create trigger complete_audit_entry before insert on audit_log
for each row when (new.actor_kind is null) execute function complete_audit_entry();

-- A server of the release before names an account by its email address
create function account_of_audit_entry() returns trigger language plpgsql as $$
begin
  new.subject := coalesce((select "id"::text from identity."user" where "email" = new.subject), 'unknown account');
  return new;
end
$$;
create trigger account_of_audit_entry before insert on audit_log
for each row when (
  new.action in ('access.granted', 'access.revoked', 'password.reset') and new.subject like '%@%'
) execute function account_of_audit_entry();

-- Every new entry is to be sealed, whichever release writes it
create function audit_entries_to_seal() returns trigger language plpgsql as $$
begin
  insert into public.audit_unsealed (entry_id) select id from added;
  return null;
end
$$;
create trigger audit_entries_to_seal after insert on audit_log
referencing new table as added for each statement execute function audit_entries_to_seal();
