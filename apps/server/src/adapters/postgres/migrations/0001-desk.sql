-- The desk: tenants, agents, calls and what belongs to them.
-- Three group roles hold the rights; the roles that log in are members of exactly one (roles.ts):
--   parley_app       acts for one tenant, named in the transaction; row-level security binds it
--   parley_system    webhooks, reconciler and jobs, across tenants
--   parley_identity  accounts and sessions, nothing else

create table tenants (
  id text primary key,
  name text not null,
  created_at timestamptz not null default now()
);

create table agents (
  tenant_id text not null references tenants (id),
  id text not null,
  display_name text not null,
  persona text not null,
  greeting text not null,
  abilities text not null,
  language text not null default 'en-US',
  voice text,
  -- null: what the deployment's VOICE_ENGINE says
  engine text check (engine in ('relay', 'realtime')),
  model text,
  phone_number text,
  transfer_number text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
-- An inbound call finds its agent by the number called, so a number belongs to one agent across all tenants.
create unique index agents_phone_number on agents (phone_number) where phone_number is not null;

create table calls (
  tenant_id text not null references tenants (id),
  id uuid not null,
  agent_id text,
  carrier text not null check (carrier in ('twilio', 'lab')),
  direction text not null check (direction in ('inbound', 'outbound')),
  from_number text,
  to_number text,
  status text not null check (
    status in ('queued', 'initiated', 'ringing', 'in-progress', 'completed', 'busy', 'no-answer', 'failed', 'canceled')
  ),
  reason text,
  instructions text,
  placed_by text,
  carrier_sid text,
  -- Set before the carrier is asked to dial: from then on the call may exist there.
  sending_at timestamptz,
  -- Somebody asked to hang up; carried out as soon as the carrier's sid is known.
  end_requested_at timestamptz,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  ended_at timestamptz,
  duration integer,
  answered_by text,
  summary text,
  summary_state text not null default 'none' check (summary_state in ('none', 'pending', 'ready', 'failed')),
  engine text not null check (engine in ('relay', 'realtime')),
  turns jsonb not null default '[]',
  -- When the state last moved or was last compared with the carrier; the reconciler's clock.
  checked_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index calls_id on calls (id);
create unique index calls_carrier_sid on calls (carrier_sid) where carrier_sid is not null;
create index calls_unfinished on calls (checked_at)
  where status in ('queued', 'initiated', 'ringing', 'in-progress');

create table transcript_entries (
  tenant_id text not null,
  call_id uuid not null,
  ordinal integer not null,
  speaker text not null check (speaker in ('agent', 'user', 'system')),
  message text not null,
  spoken_at timestamptz not null,
  interrupted boolean not null default false,
  primary key (tenant_id, call_id, ordinal),
  foreign key (tenant_id, call_id) references calls (tenant_id, id) on delete cascade
);

-- The append-only life of a call.
create table call_events (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  call_id uuid not null,
  at timestamptz not null default now(),
  kind text not null,
  data jsonb not null default '{}',
  foreign key (tenant_id, call_id) references calls (tenant_id, id) on delete cascade
);
create index call_events_call on call_events (tenant_id, call_id, id);

create table templates (
  tenant_id text not null references tenants (id),
  id uuid not null,
  agent_id text not null,
  name text not null,
  prompt text not null,
  placeholders jsonb not null default '{}',
  created_by text,
  created_by_name text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, agent_id) references agents (tenant_id, id)
);
create index templates_agent on templates (tenant_id, agent_id, created_at);

-- One row for each time a number was about to be dialled. Outlives the call: limits and idempotency count here.
create table dial_attempts (
  tenant_id text not null references tenants (id),
  id uuid not null,
  call_id uuid not null,
  user_id text not null,
  idempotency_key text,
  -- What the key is bound to: a digest of agent, number and message.
  fingerprint text not null,
  to_number text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index dial_attempts_key on dial_attempts (tenant_id, idempotency_key) where idempotency_key is not null;
create index dial_attempts_tenant on dial_attempts (tenant_id, created_at);
create index dial_attempts_user on dial_attempts (tenant_id, user_id, created_at);

create table do_not_call (
  tenant_id text not null references tenants (id),
  number text not null,
  source text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, number)
);

create table audit_log (
  id bigint generated always as identity primary key,
  -- null for what concerns the whole deployment, such as access granted on the command line
  tenant_id text,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  subject text not null,
  data jsonb not null default '{}'
);
create index audit_log_tenant on audit_log (tenant_id, id);

-- Single-use passes for voice sockets, kept only as digests.
create table voice_passes (
  digest text primary key,
  tenant_id text not null,
  call_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (tenant_id, call_id) references calls (tenant_id, id) on delete cascade
);

grant usage on schema public to parley_app, parley_system;

grant select, insert on tenants to parley_app, parley_system;
grant select, insert, update on agents to parley_app, parley_system;
grant select, insert, update, delete on calls, transcript_entries to parley_app, parley_system;
grant select, insert on call_events to parley_app, parley_system;
grant select, insert, update, delete on templates to parley_app;
grant select, insert on templates to parley_system;
grant select, insert, update on dial_attempts to parley_app, parley_system;
grant select, insert, delete on do_not_call to parley_app, parley_system;
grant select, insert on audit_log to parley_app, parley_system;
grant select, insert, update, delete on voice_passes to parley_system;
-- A call's events go with the call (the foreign key deletes as the table's owner), never one by one.

do $$
declare
  name text;
begin
  foreach name in array array[
    'agents', 'calls', 'transcript_entries', 'call_events', 'templates', 'dial_attempts', 'do_not_call', 'audit_log',
    'voice_passes'
  ] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to parley_app
         using (tenant_id = current_setting(''parley.tenant'', true))
         with check (tenant_id = current_setting(''parley.tenant'', true))', name);
    execute format('create policy every_tenant on %I to parley_system using (true) with check (true)', name);
  end loop;
end $$;

alter table tenants enable row level security;
alter table tenants force row level security;
create policy own_tenant on tenants to parley_app
  using (id = current_setting('parley.tenant', true))
  with check (id = current_setting('parley.tenant', true));
create policy every_tenant on tenants to parley_system using (true) with check (true);
