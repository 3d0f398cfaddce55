-- A call has consecutive, numbered sessions, and a stream token opens exactly one of them. Servers of the release before
-- know the first one only.
alter table voice_passes add column session integer not null default 1;
-- The session was cut off: its connection broke, or its server died.
alter table voice_passes add column lost boolean not null default false;
-- The number of the latest session that has begun.
alter table calls add column session integer not null default 1;

-- Which server holds the live session of a call, and until when it may without renewing it.
create table live_sessions (
  tenant_id text not null,
  call_id uuid not null,
  session integer not null,
  server_id text not null,
  lease_until timestamptz not null,
  primary key (tenant_id, call_id),
  foreign key (tenant_id, call_id) references calls (tenant_id, id) on delete cascade
);

grant select on live_sessions to parley_app;
grant select, insert, update, delete on live_sessions to parley_system;

alter table live_sessions enable row level security;
alter table live_sessions force row level security;
create policy own_tenant on live_sessions to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on live_sessions to parley_system using (true) with check (true);
