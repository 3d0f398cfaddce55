-- Documents of calls (0042) and changes of what is in them.
-- Whoever changes something locks the call, as an entry that is added does: whoever writes documents takes the call before it
-- reads the texts, so no document is made of texts that are being removed.

-- A deleted call has no document, and gets one when it is brought back: changes of contacts do not look for deleted calls.
create or replace function search_call_again() returns trigger language plpgsql as $$
begin
  if new.mode = 'live' then
    insert into call_search_due (tenant_id, call_id) values (new.tenant_id, new.id);
  end if;
  if tg_op = 'UPDATE' then
    delete from call_search where tenant_id = new.tenant_id and call_id = new.id;
  end if;
  return null;
end
$$;
create or replace trigger search_changed_call after update on calls
for each row when (
  old.mode is distinct from new.mode
  or new.status in ('completed', 'busy', 'no-answer', 'failed', 'canceled') and new.mode = 'live' and (
    old.status is distinct from new.status or old.reason is distinct from new.reason
    or old.instructions is distinct from new.instructions or old.summary is distinct from new.summary
    or old.agent_id is distinct from new.agent_id or old.agent_version is distinct from new.agent_version
    or old.outcome is distinct from new.outcome or old.outcome_result is distinct from new.outcome_result
    or old.template_id is distinct from new.template_id or old.contact_id is distinct from new.contact_id
    or old.placed_by is distinct from new.placed_by or old.from_number is distinct from new.from_number
    or old.to_number is distinct from new.to_number))
execute function search_call_again();

create or replace function search_its_call_again() returns trigger language plpgsql as $$
declare
  tenant constant text := coalesce(new.tenant_id, old.tenant_id);
  call constant uuid := coalesce(new.call_id, old.call_id);
begin
  perform from calls where tenant_id = tenant and id = call and mode = 'live'
    and status in ('completed', 'busy', 'no-answer', 'failed', 'canceled')
  for key share;
  if found then
    insert into call_search_due (tenant_id, call_id) values (tenant, call);
    delete from call_search where tenant_id = tenant and call_id = call;
  end if;
  return null;
end
$$;

create or replace function search_calls_of_entries_again() returns trigger language plpgsql as $$
begin
  perform from calls
  where (tenant_id, id) in (select gone.tenant_id, gone.call_id from gone) and mode = 'live'
    and status in ('completed', 'busy', 'no-answer', 'failed', 'canceled')
  order by id for key share;
  insert into call_search_due (tenant_id, call_id)
  select distinct calls.tenant_id, calls.id
  from gone join calls on calls.tenant_id = gone.tenant_id and calls.id = gone.call_id
  where calls.mode = 'live' and calls.status in ('completed', 'busy', 'no-answer', 'failed', 'canceled');
  delete from call_search using gone
  where call_search.tenant_id = gone.tenant_id and call_search.call_id = gone.call_id;
  return null;
end
$$;

-- Of a contact: the calls with its number, and those that it was chosen for when it had another one.
create function search_calls_with_contact_again(tenant text, contact uuid, party text) returns void language plpgsql as $$
declare
  ids constant uuid[] := array(
    select id from calls where tenant_id = tenant and mode = 'live'
      and (case direction when 'inbound' then from_number else to_number end) = party
    union
    select id from calls where tenant_id = tenant and mode = 'live' and contact_id = contact);
begin
  perform from calls where tenant_id = tenant and id = any (ids) order by id for key share;
  insert into call_search_due (tenant_id, call_id) select tenant, unnest(ids);
  delete from call_search where tenant_id = tenant and call_id = any (ids);
end
$$;
create or replace function search_calls_of_contacts_again() returns trigger language plpgsql as $$
begin
  perform search_calls_with_contact_again(tenant_id, id, number) from changed;
  return null;
end
$$;
create or replace function search_calls_of_contact_again() returns trigger language plpgsql as $$
begin
  perform search_calls_with_contact_again(new.tenant_id, new.id, new.number);
  if new.number <> old.number then
    perform search_calls_with_contact_again(old.tenant_id, old.id, old.number);
  end if;
  return null;
end
$$;
drop function search_calls_of_number_again(text, text);
