-- Tries (docs/agents.md): calls of their own mode, in no list, report, event stream or outbox.
alter table calls add column mode text not null default 'live';
-- Valid from the next call on; those that are there are checked by a later migration, without blocking the table.
alter table calls add constraint calls_mode_check check (mode in ('live', 'try')) not valid;

create table tries (
  tenant_id text not null,
  call_id uuid not null,
  agent_id text not null,
  user_id text not null,
  channel text not null check (channel in ('text', 'handset')),
  -- The draft as it was when the try began, and its revision.
  config jsonb not null,
  revision integer not null,
  seconds double precision not null default 0,
  requests integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, call_id),
  foreign key (tenant_id, call_id) references calls (tenant_id, id) on delete cascade
);
create index tries_created on tries (created_at);
create index tries_user on tries (tenant_id, user_id, created_at);

-- What happened in a try, for the page that shows it.
create table try_events (
  tenant_id text not null,
  call_id uuid not null,
  number integer not null,
  at timestamptz not null default now(),
  event jsonb not null,
  primary key (tenant_id, call_id, number),
  foreign key (tenant_id, call_id) references tries (tenant_id, call_id) on delete cascade
);

-- What tries have used and cost, by day in UTC. It outlives them: their cost is the organization's too.
create table try_usage (
  tenant_id text not null references tenants (id),
  day date not null,
  model text not null,
  -- in millionths of the currency; empty where the organization has no price for the model
  currency text not null,
  cost bigint not null default 0,
  tries integer not null default 0,
  seconds double precision not null default 0,
  requests integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  primary key (tenant_id, day, model, currency)
);

grant select, insert, update on tries, try_events to parley_app;
grant select, insert, update on tries, try_events to parley_system;
grant select on try_usage to parley_app;
grant select, insert, update on try_usage to parley_system;

do $$
declare
  name text;
begin
  foreach name in array array['tries', 'try_events', 'try_usage'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to parley_app
         using (tenant_id = current_setting(''parley.tenant'', true))
         with check (tenant_id = current_setting(''parley.tenant'', true))', name);
    execute format('create policy every_tenant on %I to parley_system using (true) with check (true)', name);
  end loop;
end $$;

-- As before, but for tries.
create or replace function add_call_to_outbox() returns trigger language plpgsql as $$
declare
  call_id uuid := coalesce(new.id, old.id);
  types text[] := '{}';
  had_ended boolean;
  has_ended boolean;
  reopened boolean;
begin
  if coalesce(new.mode, old.mode) = 'try' then return null; end if;
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
