-- Jobs that are sent later: at a time, or at times that come again.
create table job_schedules (
  id bigint generated always as identity primary key,
  -- null for what the deployment does for itself
  tenant_id text references tenants (id),
  queue text not null,
  key text not null,
  data jsonb not null,
  -- both null for a job that is sent once
  cron text,
  zone text,
  next_at timestamptz not null,
  last_at timestamptz,
  created_at timestamptz not null default now(),
  unique nulls not distinct (tenant_id, queue, key),
  check ((cron is null) = (zone is null))
);
create index job_schedules_next on job_schedules (next_at);

grant select, insert, update, delete on job_schedules to parley_app, parley_system;

alter table job_schedules enable row level security;
alter table job_schedules force row level security;
create policy own_tenant on job_schedules to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on job_schedules to parley_system using (true) with check (true);
