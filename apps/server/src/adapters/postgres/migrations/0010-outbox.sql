-- The outbox: what the outside may want to hear, written with the change itself (docs/outbox.md).

create table outbox (
  tenant_id text not null references tenants (id),
  id bigint generated always as identity primary key,
  -- 'call/' and the id of the call, or what else the event is about
  subject text not null,
  type text not null,
  -- ids and words of fixed lists, with the version of the shape
  data jsonb not null,
  created_at timestamptz not null default now(),
  -- whether it has been assigned to the consumers; a transaction that commits late leaves it to be found here
  assigned boolean not null default false
);
create index outbox_subject on outbox (tenant_id, subject, id);
create index outbox_unassigned on outbox (id) where not assigned;
create index outbox_created on outbox (created_at);

create table outbox_consumers (
  name text primary key,
  -- events up to this one were there before the consumer was
  starts_after bigint not null,
  created_at timestamptz not null default now()
);

-- How far a consumer has come with each subject.
create table outbox_positions (
  tenant_id text not null references tenants (id),
  consumer text not null references outbox_consumers (name) on delete cascade,
  subject text not null,
  -- the newest event that was assigned, and the newest that is done with all before it
  last_event bigint not null,
  done_event bigint not null,
  -- the oldest event that was assigned since the claim, or since the position was made
  first_new_event bigint,
  -- not to be claimed before: the end of a claim, or of the wait after a failure
  due_at timestamptz not null,
  claim uuid,
  failures integer not null default 0,
  primary key (tenant_id, consumer, subject)
);
create index outbox_positions_due on outbox_positions (consumer, due_at) where last_event > done_event;
create unique index outbox_positions_claim on outbox_positions (claim) where claim is not null;

grant insert on outbox to parley_app;
grant select, insert, update, delete on outbox, outbox_consumers, outbox_positions to parley_system;

alter table outbox enable row level security;
alter table outbox force row level security;
create policy own_tenant on outbox to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on outbox to parley_system using (true) with check (true);

alter table outbox_positions enable row level security;
alter table outbox_positions force row level security;
create policy own_tenant on outbox_positions to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on outbox_positions to parley_system using (true) with check (true);

alter table outbox_consumers enable row level security;
alter table outbox_consumers force row level security;
create policy no_tenant on outbox_consumers to parley_app using (false);
create policy every_tenant on outbox_consumers to parley_system using (true) with check (true);

-- A trigger, so that no way of changing a call leaves its event out, servers of the version before included, and none
-- needs another round trip. The row of the call is locked here, so its events are numbered in the order of commits.
create function add_call_to_outbox() returns trigger language plpgsql as $$
declare
  call_id uuid := coalesce(new.id, old.id);
  types text[] := '{}';
  had_ended boolean;
  has_ended boolean;
  reopened boolean;
begin
  if tg_op = 'INSERT' then
    types := array[case new.direction when 'inbound' then 'call.received' else 'call.placed' end];
  elsif tg_op = 'DELETE' then
    types := array['call.deleted'];
  else
    had_ended := old.status in ('completed', 'busy', 'no-answer', 'failed', 'canceled');
    has_ended := new.status in ('completed', 'busy', 'no-answer', 'failed', 'canceled');
    reopened := had_ended and (
      new.status <> old.status or (old.reason = 'unconfirmed' and new.reason is distinct from old.reason));
    if reopened then types := types || 'call.reopened'::text; end if;
    if new.status = 'ringing' and old.status <> 'ringing' then types := types || 'call.ringing'::text; end if;
    if new.answered_at is not null and old.answered_at is null then types := types || 'call.answered'::text; end if;
    if has_ended and (reopened or not had_ended) then types := types || 'call.ended'::text; end if;
    if new.summary_state = 'ready' and old.summary_state <> 'ready' then
      types := types || 'call.summarized'::text;
    end if;
  end if;
  if types = '{}' then return null; end if;
  insert into outbox (tenant_id, subject, type, data)
  select coalesce(new.tenant_id, old.tenant_id), 'call/' || call_id, type,
    jsonb_build_object('version', 1, 'callId', call_id)
      || case type when 'call.ended' then jsonb_build_object('status', new.status) else '{}' end
  from unnest(types) with ordinality as added (type, position) order by position;
  perform pg_notify('parley_outbox', '');
  return null;
end
$$;

create trigger add_call_to_outbox after insert or delete on calls
for each row execute function add_call_to_outbox();
create trigger add_call_change_to_outbox after update on calls
for each row when (
  old.status is distinct from new.status or old.answered_at is distinct from new.answered_at
  or old.summary_state is distinct from new.summary_state
  or (old.reason = 'unconfirmed' and new.reason is distinct from old.reason))
execute function add_call_to_outbox();
