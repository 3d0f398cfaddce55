-- Campaigns that call (docs/campaigns.md). Servers of the release before go on beside it: they make drafts.
alter table campaigns
  add column state text not null default 'draft'
    check (state in ('draft', 'scheduled', 'running', 'paused', 'stopping', 'stopped', 'completed')),
  add column side text check (side in ('sandbox', 'real')),
  add column agent_version integer,
  add column ground boolean not null default false,
  add column start_at timestamptz,
  add column started_at timestamptz,
  add column ended_at timestamptz,
  add column pause_reason text,
  add column pause_detail text not null default '',
  add column paused_at timestamptz,
  -- calls that are up are to be ended
  add column stop_now boolean not null default false,
  -- since when the breaker counts: what was before has been looked at
  add column breaker_since timestamptz,
  -- No key: the campaign before may go.
  add column parent_id uuid;
create index campaigns_active on campaigns (tenant_id, id) where state in ('scheduled', 'running', 'stopping');

alter table recipients
  drop constraint recipients_state_check,
  drop constraint recipients_check,
  drop constraint recipients_check1,
  add column attempts integer not null default 0,
  add column next_at timestamptz not null default '-infinity',
  add column lease_until timestamptz,
  add column waits text,
  add column waits_zone text,
  add column result text,
  add column call_id uuid;
alter table recipients
  add constraint recipients_state_check check (state in ('pending', 'to_fix', 'refused', 'held', 'dialing', 'in_call', 'done',
    'exhausted', 'suppressed', 'canceled')) not valid,
  add constraint recipients_reason_check check ((state in ('to_fix', 'refused')) = (reason is not null)) not valid,
  add constraint recipients_callable_check
    check (state in ('to_fix', 'refused') or (number is not null and cardinality(zones) > 0)) not valid,
  add constraint recipients_lease_check check ((state in ('dialing', 'in_call')) = (lease_until is not null)) not valid;
-- Who is called next: it is as long as a page, whatever the campaign has.
create index recipients_due on recipients (tenant_id, campaign_id, next_at, row) where state = 'pending';
create index recipients_leased on recipients (lease_until) where state in ('dialing', 'in_call');
create index recipients_live on recipients (tenant_id, campaign_id) where state in ('dialing', 'in_call');

-- One for each call to somebody. They outlive their campaign: calls to a person are counted over all campaigns.
create table recipient_attempts (
  tenant_id text not null references tenants (id),
  campaign_id uuid not null,
  row integer not null,
  attempt integer not null,
  -- the call that it becomes, whether it was placed or not
  call_id uuid not null,
  -- a keyed digest of number and name
  person text not null,
  purpose text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  result text,
  counts boolean not null default true,
  detail text not null default '',
  primary key (tenant_id, campaign_id, row, attempt)
);
create unique index recipient_attempts_call on recipient_attempts (tenant_id, call_id);
create index recipient_attempts_person on recipient_attempts (tenant_id, person, purpose, started_at);
create index recipient_attempts_ended on recipient_attempts (tenant_id, campaign_id, ended_at) where result is not null;
create index recipient_attempts_started on recipient_attempts (started_at);

-- What was decided about a campaign, by whom and why.
create table campaign_events (
  tenant_id text not null,
  id bigint generated always as identity,
  campaign_id uuid not null,
  at timestamptz not null,
  kind text not null,
  reason text not null default '',
  detail text not null default '',
  row integer,
  actor text,
  actor_name text,
  primary key (tenant_id, id),
  foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade
);
create index campaign_events_campaign on campaign_events (tenant_id, campaign_id, id);

alter table calls add column campaign_id uuid;

grant select, insert, update, delete on recipient_attempts, campaign_events to parley_app;
grant select, delete on recipient_attempts to parley_system;
grant select, delete on campaign_events to parley_system;

do $$
declare
  name text;
begin
  foreach name in array array['recipient_attempts', 'campaign_events'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to parley_app
         using (tenant_id = current_setting(''parley.tenant'', true))
         with check (tenant_id = current_setting(''parley.tenant'', true))', name);
    execute format('create policy every_tenant on %I to parley_system using (true) with check (true)', name);
  end loop;
end $$;
