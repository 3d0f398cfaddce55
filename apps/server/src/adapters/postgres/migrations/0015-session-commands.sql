-- What somebody wants done to a live call, for the server that holds its session.
create table session_commands (
  tenant_id text not null,
  id uuid not null,
  call_id uuid not null,
  session integer not null,
  kind text not null,
  arguments jsonb not null default '{}',
  requested_by text not null,
  state text not null default 'pending' check (state in ('pending', 'taken', 'done', 'failed', 'expired')),
  -- in words, once it is done, failed or expired
  result text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  taken_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, call_id) references calls (tenant_id, id) on delete cascade
);
create index session_commands_call on session_commands (tenant_id, call_id);
create index session_commands_open on session_commands (expires_at) where state in ('pending', 'taken');

-- Changed only when a person is erased.
grant select, insert, update on session_commands to parley_app;
grant select, insert, update on session_commands to parley_system;

alter table session_commands enable row level security;
alter table session_commands force row level security;
create policy own_tenant on session_commands to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on session_commands to parley_system using (true) with check (true);
