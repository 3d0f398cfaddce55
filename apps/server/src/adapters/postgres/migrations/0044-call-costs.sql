-- What calls cost (docs/cost.md), in millionths of the unit of a currency.

-- One row for each call that is over. estimate: from the organization's price table; final: as the carrier told it, or with
-- all tokens counted; none: nothing to pay, or no price is known.
create table call_costs (
  tenant_id text not null,
  call_id uuid not null,
  -- in the organization's time zone, when the call began
  day date not null,
  currency text not null,
  carrier_micros bigint not null default 0 check (carrier_micros >= 0),
  carrier_state text not null check (carrier_state in ('estimate', 'final', 'none')),
  model_micros bigint not null default 0 check (model_micros >= 0),
  model_state text not null check (model_state in ('estimate', 'final', 'none')),
  -- as the carrier told it, in its own currency
  told_micros bigint check (told_micros >= 0),
  told_currency text,
  -- how often the carrier was asked for its price
  asked integer not null default 0,
  -- when it is asked again; null: never
  ask_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, call_id),
  foreign key (tenant_id, call_id) references calls (tenant_id, id) on delete cascade,
  check ((told_micros is null) = (told_currency is null))
);

-- The tokens of a call: of each voice session, of its summary, of each reading of its outcome.
create table call_usage (
  tenant_id text not null,
  call_id uuid not null,
  -- session/1, summary, outcome
  source text not null,
  model text not null,
  requests integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  audio_input_tokens bigint not null default 0,
  audio_output_tokens bigint not null default 0,
  -- false: some tokens are counted from the text, or were lost with their server
  exact boolean not null default true,
  primary key (tenant_id, call_id, source, model),
  foreign key (tenant_id, call_id) references calls (tenant_id, id) on delete cascade
);

-- What was spent on each day. It stays when calls are deleted: their money is gone.
create table spending_days (
  tenant_id text not null references tenants (id),
  day date not null,
  currency text not null,
  calls integer not null default 0,
  micros bigint not null default 0,
  -- the part of it that is an estimate
  estimated_micros bigint not null default 0,
  primary key (tenant_id, day, currency)
);

-- What the calls that are up are expected to cost. Without a reference to the call, which is stored in the same statement.
create table spending_reservations (
  tenant_id text not null,
  call_id uuid not null,
  day date not null,
  micros bigint not null check (micros >= 0),
  primary key (tenant_id, call_id)
);

-- How much an organization wants to spend; null: no limit.
create table spending_limits (
  tenant_id text primary key references tenants (id),
  day_micros bigint check (day_micros >= 0),
  month_micros bigint check (month_micros >= 0),
  -- of currencies of carriers: how much of the organization's currency one unit is
  rates jsonb not null default '{"version": 1, "list": []}',
  revision integer not null default 1,
  changed_by text,
  changed_by_name text,
  changed_at timestamptz not null default now()
);

-- The sums of the days, and the event, follow every change of a cost, whoever makes it.
create function count_call_cost() returns trigger language plpgsql as $$
declare
  estimated bigint := case new.carrier_state when 'estimate' then new.carrier_micros else 0 end
    + case new.model_state when 'estimate' then new.model_micros else 0 end;
  before_micros bigint := 0;
  before_estimated bigint := 0;
begin
  if tg_op = 'UPDATE' then
    if (new.carrier_micros, new.carrier_state, new.model_micros, new.model_state)
      is not distinct from (old.carrier_micros, old.carrier_state, old.model_micros, old.model_state) then
      return null;
    end if;
    before_micros := old.carrier_micros + old.model_micros;
    before_estimated := case old.carrier_state when 'estimate' then old.carrier_micros else 0 end
      + case old.model_state when 'estimate' then old.model_micros else 0 end;
  end if;
  insert into spending_days as counted (tenant_id, day, currency, calls, micros, estimated_micros)
  values (new.tenant_id, new.day, new.currency, case tg_op when 'INSERT' then 1 else 0 end,
    new.carrier_micros + new.model_micros - before_micros, estimated - before_estimated)
  on conflict (tenant_id, day, currency) do update set calls = counted.calls + excluded.calls,
    micros = counted.micros + excluded.micros,
    estimated_micros = counted.estimated_micros + excluded.estimated_micros;
  insert into outbox (tenant_id, subject, type, data)
  values (new.tenant_id, 'call/' || new.call_id, 'call.cost', jsonb_build_object('version', 1, 'callId', new.call_id));
  perform pg_notify('parley_outbox', 'call.cost');
  return null;
end
$$;
create trigger count_call_cost after insert or update on call_costs for each row execute function count_call_cost();

grant select on call_costs to parley_app;
grant select, insert, update on call_costs to parley_system;
grant select on call_usage to parley_app;
grant select, insert, update on call_usage to parley_system;
grant select on spending_days to parley_app;
grant select, insert, update on spending_days to parley_system;
grant select on spending_reservations to parley_app;
grant select, insert, delete on spending_reservations to parley_system;
grant select, insert, update on spending_limits to parley_app;
grant select on spending_limits to parley_system;

do $$
declare
  name text;
begin
  foreach name in array array['call_costs', 'call_usage', 'spending_days', 'spending_reservations', 'spending_limits'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to parley_app
         using (tenant_id = current_setting(''parley.tenant'', true))
         with check (tenant_id = current_setting(''parley.tenant'', true))', name);
    execute format('create policy every_tenant on %I to parley_system using (true) with check (true)', name);
  end loop;
end $$;
