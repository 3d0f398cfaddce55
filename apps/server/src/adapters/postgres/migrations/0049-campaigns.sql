-- Lists of people to call (docs/campaigns.md).
create table campaigns (
  tenant_id text not null references tenants (id),
  -- of version 7, so it is the order of making
  id uuid not null,
  name text not null,
  purpose text not null check (purpose in ('service', 'reminder', 'survey', 'sales')),
  -- No keys: agent and template may go, and what was taken from them stays.
  agent_id text not null,
  template_id uuid not null,
  prompt text not null,
  defaults jsonb not null,
  policy jsonb not null,
  -- what the file is and which column of it is which; null before one was chosen
  file jsonb,
  -- grows with each file: rows of another one are refused
  file_number integer not null default 0,
  file_digest text,
  rows integer not null default 0,
  revision integer not null default 1,
  created_by text,
  created_by_name text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index campaigns_file on campaigns (tenant_id, file_digest) where file_digest is not null;
create index campaigns_changed on campaigns (changed_at);

create table recipients (
  tenant_id text not null,
  campaign_id uuid not null,
  -- as a spreadsheet counts
  row integer not null,
  state text not null check (state in ('pending', 'to_fix', 'refused')),
  reason text,
  detail text not null default '',
  number text,
  name text not null default '',
  name_key text not null default '',
  zones text[] not null default '{}',
  zone_source text,
  consent jsonb not null default '{"version": 1, "given": []}',
  external_id text not null default '',
  notes text not null default '',
  -- as they stand in the file
  cells jsonb not null,
  primary key (tenant_id, campaign_id, row),
  foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade,
  check ((state = 'pending') = (reason is null)),
  check (state <> 'pending' or (number is not null and cardinality(zones) > 0))
);
create index recipients_state on recipients (tenant_id, campaign_id, state, reason, row);
-- Nobody is in a campaign twice.
create unique index recipients_person on recipients (tenant_id, campaign_id, number, name_key) where state = 'pending';
create index recipients_number on recipients (tenant_id, number);

grant select, insert, update, delete on campaigns, recipients to parley_app;
grant select, delete on campaigns, recipients to parley_system;

do $$
declare
  name text;
begin
  foreach name in array array['campaigns', 'recipients'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to parley_app
         using (tenant_id = current_setting(''parley.tenant'', true))
         with check (tenant_id = current_setting(''parley.tenant'', true))', name);
    execute format('create policy every_tenant on %I to parley_system using (true) with check (true)', name);
  end loop;
end $$;
