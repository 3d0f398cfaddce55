-- Searching calls (docs/search.md). A call that is over has a document: the words that it is found by. Until it is written,
-- and from each change on, the call stands in call_search_due, and its texts are read instead.

create table call_search (
  tenant_id text not null,
  call_id uuid not null,
  -- every word behind the key of its tenant and period (search_prefix), so that one look-up of the index is of one of both
  words tsvector not null,
  primary key (tenant_id, call_id),
  foreign key (tenant_id, call_id) references calls (tenant_id, id) on delete cascade
)
-- The words stand apart from the rows: a word of many calls reads the rows of all of them.
with (toast_tuple_target = 128);
-- A long list of what is not yet in the index would slow down every search.
create index call_search_words on call_search using gin (words) with (gin_pending_list_limit = 512);

-- Added to and never changed, so that nobody waits for anybody; several rows of one call are one. No reference to the call:
-- a row of a call that is gone is removed by whoever finds it.
create table call_search_due (
  tenant_id text not null,
  call_id uuid not null,
  id bigint generated always as identity,
  added_at timestamptz not null default now(),
  primary key (tenant_id, call_id, id)
);
create index call_search_due_newest on call_search_due (call_id desc, tenant_id);

grant select, delete on call_search to parley_app;
grant insert on call_search_due to parley_app;
grant select, insert, update, delete on call_search to parley_system;
grant select, insert, delete on call_search_due to parley_system;

alter table call_search enable row level security;
alter table call_search force row level security;
create policy own_tenant on call_search to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on call_search to parley_system using (true) with check (true);
alter table call_search_due enable row level security;
alter table call_search_due force row level security;
create policy own_tenant on call_search_due to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on call_search_due to parley_system using (true) with check (true);

-- The role that search_calls runs as. It reads these two tables and nothing else; under a policy that names the tenant
-- PostgreSQL would not use the index of words, because the operator is not leakproof.
grant usage on schema public to parley_search;
grant select on call_search, call_search_due to parley_search;
create policy search on call_search for select to parley_search using (true);
create policy search on call_search_due for select to parley_search using (true);

-- A week, by the time in the id. A word of every call is then read for 20,000 calls at once in a tenant with a million a year.
create function search_period(id uuid) returns bigint language sql immutable as $$
  select ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 604800000
$$;

-- The first id that a call of the period can have.
create function search_period_start(period bigint) returns uuid language sql immutable as $$
  select (overlay(lpad(to_hex(period * 604800000), 12, '0') placing '-' from 9 for 0) || '-7000-8000-000000000000')::uuid
$$;

-- Short, so two tenants may share one: whoever searches compares the tenant too.
create function search_prefix(tenant text, period bigint) returns text language sql immutable as $$
  select left(encode(sha256(convert_to(tenant, 'UTF8')), 'hex'), 6) || lpad(to_hex(period), 4, '0')
$$;

-- Calls of the tenant of the transaction whose document fits the query, and those without one, newest first: at most
-- `wanted`, before the one and not before the other id. In the query `#` stands for the key of tenant and period. `reached`:
-- calls before it were not looked at, because there are as many as were wanted or the time was over; null: all were.
-- The tenant is never an argument. plan_cache_mode: the plan is the same for every word, and planning takes longer than it.
create function search_calls(
  query text, before uuid, oldest uuid, wanted integer, budget_ms integer, out ids uuid[], out reached uuid
) language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
  tenant constant text := current_setting('parley.tenant', true);
  until constant timestamptz := clock_timestamp() + least(greatest(budget_ms, 1), 5000) * interval '1 millisecond';
  most constant integer := least(greatest(wanted, 1), 2000);
  lowest uuid;
  bound uuid;
  low uuid;
  period bigint;
  asked tsquery;
  more uuid[];
begin
  ids := '{}';
  if tenant is null or tenant = '' or query is null then return; end if;
  select least(
    (select call_id from public.call_search where tenant_id = tenant order by call_id limit 1),
    (select call_id from public.call_search_due where tenant_id = tenant order by call_id limit 1)) into lowest;
  if lowest is null then return; end if;
  lowest := greatest(lowest, oldest);
  select greatest(
    (select call_id from public.call_search where tenant_id = tenant order by call_id desc limit 1),
    (select call_id from public.call_search_due where tenant_id = tenant order by call_id desc limit 1)) into low;
  -- The newest itself belongs to the results, so the bound is behind it.
  bound := case when before is null or before > low then 'ffffffff-ffff-ffff-ffff-ffffffffffff' else before end;
  period := public.search_period(least(bound, low));
  -- From the beginning of a week on it goes with the week before: each answer is further than the one before it.
  if bound = public.search_period_start(period) then period := period - 1; end if;
  loop
    low := public.search_period_start(period);
    asked := replace(query, '#', public.search_prefix(tenant, period))::tsquery;
    more := array(
      with fitting as materialized (
        select s.tenant_id, s.call_id from public.call_search as s where s.words @@ asked
      )
      select call_id from (
        select fitting.call_id from fitting where fitting.tenant_id = tenant
        union
        select due.call_id from public.call_search_due as due where due.tenant_id = tenant and due.call_id >= low and due.call_id < bound
      ) as candidate
      where call_id < bound and call_id >= lowest and call_id >= low
      order by call_id desc limit most - cardinality(ids) + 1);
    ids := ids || more;
    if cardinality(ids) > most then
      ids := ids[1:most];
      reached := ids[most];
      return;
    end if;
    exit when low <= lowest;
    bound := low;
    if clock_timestamp() > until then
      reached := low;
      return;
    end if;
    period := period - 1;
  end loop;
end
$$;
revoke all on function search_calls(text, uuid, uuid, integer, integer) from public;
grant execute on function search_calls(text, uuid, uuid, integer, integer) to parley_app;

-- Triggers, so that no way of changing what is searched leaves a document behind: not an erasure, not retention, not a
-- server of the release before. A call that is not over has no document, so what is said in it marks nothing: whoever writes
-- documents locks the call against entries that are being added.
create function search_call_again() returns trigger language plpgsql as $$
begin
  insert into call_search_due (tenant_id, call_id) values (new.tenant_id, new.id);
  if tg_op = 'UPDATE' then
    delete from call_search where tenant_id = new.tenant_id and call_id = new.id;
  end if;
  return null;
end
$$;
create trigger search_new_call after insert on calls
for each row when (new.mode = 'live') execute function search_call_again();
create trigger search_changed_call after update on calls
for each row when (
  new.status in ('completed', 'busy', 'no-answer', 'failed', 'canceled') and new.mode <> 'try' and (
    old.status is distinct from new.status or old.reason is distinct from new.reason
    or old.instructions is distinct from new.instructions or old.summary is distinct from new.summary
    or old.agent_id is distinct from new.agent_id or old.agent_version is distinct from new.agent_version
    or old.outcome is distinct from new.outcome or old.outcome_result is distinct from new.outcome_result
    or old.template_id is distinct from new.template_id or old.contact_id is distinct from new.contact_id
    or old.placed_by is distinct from new.placed_by or old.from_number is distinct from new.from_number
    or old.to_number is distinct from new.to_number))
execute function search_call_again();

-- Of an entry, a follow-up or a correction: its call.
create function search_its_call_again() returns trigger language plpgsql as $$
declare
  tenant constant text := coalesce(new.tenant_id, old.tenant_id);
  call constant uuid := coalesce(new.call_id, old.call_id);
begin
  if exists (
    select from calls where tenant_id = tenant and id = call
      and status in ('completed', 'busy', 'no-answer', 'failed', 'canceled')
  ) then
    insert into call_search_due (tenant_id, call_id) values (tenant, call);
    delete from call_search where tenant_id = tenant and call_id = call;
  end if;
  return null;
end
$$;
create trigger search_new_entry after insert on transcript_entries
for each row execute function search_its_call_again();
create trigger search_changed_entry after update on transcript_entries
for each row when (old.message is distinct from new.message) execute function search_its_call_again();
create trigger search_new_follow_up after insert on follow_ups
for each row when (new.call_id is not null) execute function search_its_call_again();
create trigger search_changed_follow_up after update on follow_ups
for each row when (new.call_id is not null and (old.note is distinct from new.note or old.what is distinct from new.what))
execute function search_its_call_again();
create trigger search_removed_follow_up after delete on follow_ups
for each row when (old.call_id is not null) execute function search_its_call_again();
create trigger search_correction after insert or update or delete on outcome_corrections
for each row execute function search_its_call_again();

-- Retention removes the entries of many calls at once.
create function search_calls_of_entries_again() returns trigger language plpgsql as $$
begin
  insert into call_search_due (tenant_id, call_id)
  select distinct calls.tenant_id, calls.id
  from gone join calls on calls.tenant_id = gone.tenant_id and calls.id = gone.call_id
  where calls.status in ('completed', 'busy', 'no-answer', 'failed', 'canceled');
  delete from call_search using gone
  where call_search.tenant_id = gone.tenant_id and call_search.call_id = gone.call_id;
  return null;
end
$$;
create trigger search_removed_entries after delete on transcript_entries
referencing old table as gone for each statement execute function search_calls_of_entries_again();

-- Of a contact: the calls with its number. A file of contacts adds many at once.
create function search_calls_of_number_again(tenant text, party text) returns void language plpgsql as $$
declare
  ids constant uuid[] := array(
    select id from calls where tenant_id = tenant and mode = 'live'
      and (case direction when 'inbound' then from_number else to_number end) = party);
begin
  insert into call_search_due (tenant_id, call_id) select tenant, unnest(ids);
  delete from call_search where tenant_id = tenant and call_id = any (ids);
end
$$;
create function search_calls_of_contacts_again() returns trigger language plpgsql as $$
begin
  perform search_calls_of_number_again(tenant_id, number) from changed;
  return null;
end
$$;
create trigger search_new_contacts after insert on contacts
referencing new table as changed for each statement execute function search_calls_of_contacts_again();
create trigger search_removed_contacts after delete on contacts
referencing old table as changed for each statement execute function search_calls_of_contacts_again();
create function search_calls_of_contact_again() returns trigger language plpgsql as $$
begin
  perform search_calls_of_number_again(new.tenant_id, new.number);
  if new.number <> old.number then perform search_calls_of_number_again(old.tenant_id, old.number); end if;
  return null;
end
$$;
create trigger search_changed_contact after update on contacts
for each row when (old.name is distinct from new.name or old.number is distinct from new.number
  or old.notes is distinct from new.notes or old.agent_notes is distinct from new.agent_notes)
execute function search_calls_of_contact_again();

-- For 0047, which runs outside of a transaction: the owner is bound by the policies, too. 0048 takes them away.
create policy while_migrating on calls for select to current_user using (true);
create policy while_migrating on call_search for select to current_user using (true);
create policy while_migrating on call_search_due to current_user using (true) with check (true);
