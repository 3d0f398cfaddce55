-- Outgoing webhooks (docs/webhooks.md): where events are sent to, and each event on its way to one endpoint.
create table webhook_endpoints (
  tenant_id text not null references tenants (id),
  -- of version 7, so it is the order of making
  id uuid not null,
  name text not null check (char_length(name) between 1 and 120),
  address text not null check (char_length(address) between 1 and 4000),
  events text[] not null check (cardinality(events) > 0),
  -- why it is off; null while it is on
  off_reason text check (off_reason in ('person', 'gone', 'failing')),
  off_at timestamptz,
  -- since when nothing was accepted
  failing_since timestamptz,
  -- until then the secret before signs too
  earlier_secret_until timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null,
  -- null once that account was erased
  created_by text,
  created_by_name text,
  primary key (tenant_id, id),
  check ((off_reason is null) = (off_at is null))
);

create table webhook_deliveries (
  tenant_id text not null,
  id uuid not null,
  endpoint_id uuid not null,
  -- of the outbox; null for a test event
  event_id bigint,
  type text not null,
  -- what the event is about: events of one queue are sent in order
  queue text not null,
  -- goes with its call; null also where the call was gone before
  call_id uuid,
  -- the other party, so that erasing them finds it
  number text,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- of this round; repeating it by hand begins another one
  tries integer not null default 0,
  first_try_at timestamptz,
  -- of all rounds
  attempts integer not null default 0,
  -- the latest of them, with what was answered
  made jsonb not null default '{"version": 1, "attempts": []}',
  next_at timestamptz not null,
  -- a server is sending it until then
  lease uuid,
  lease_until timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoints (tenant_id, id) on delete cascade,
  foreign key (tenant_id, call_id) references calls (tenant_id, id) on delete cascade
);
create unique index webhook_deliveries_event on webhook_deliveries (tenant_id, endpoint_id, event_id);
create index webhook_deliveries_due on webhook_deliveries (tenant_id, endpoint_id, next_at) where state = 'waiting';
create index webhook_deliveries_queue on webhook_deliveries (tenant_id, endpoint_id, queue, event_id)
  where state = 'waiting';
create index webhook_deliveries_listed on webhook_deliveries (tenant_id, endpoint_id, id);
create index webhook_deliveries_call on webhook_deliveries (tenant_id, call_id) where call_id is not null;
create index webhook_deliveries_number on webhook_deliveries (tenant_id, number) where number is not null;
create index webhook_deliveries_created on webhook_deliveries (created_at);

grant select, insert, update, delete on webhook_endpoints to parley_app;
grant select, update on webhook_endpoints to parley_system;
grant select, insert, update, delete on webhook_deliveries to parley_app, parley_system;
alter table webhook_endpoints enable row level security;
alter table webhook_endpoints force row level security;
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy own_tenant on webhook_endpoints to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on webhook_endpoints to parley_system using (true) with check (true);
create policy own_tenant on webhook_deliveries to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on webhook_deliveries to parley_system using (true) with check (true);

-- What the outside may want to hear besides steps of calls. By triggers, so that servers of the release before write them
-- too (decision 019).
create function add_to_outbox(tenant text, about text, kind text, facts jsonb) returns void language plpgsql as $$
begin
  insert into outbox (tenant_id, subject, type, data) values (tenant, about, kind, jsonb_build_object('version', 1) || facts);
  perform pg_notify('parley_outbox', kind);
end
$$;

create function add_transfer_to_outbox() returns trigger language plpgsql as $$
begin
  -- Events of a call are in order because whoever writes one has locked it. A try has none.
  perform 1 from calls where tenant_id = new.tenant_id and id = new.call_id and mode <> 'try' for no key update;
  if not found then return null; end if;
  perform add_to_outbox(new.tenant_id, 'call/' || new.call_id,
    case new.state when 'bridged' then 'transfer.completed' when 'failed' then 'transfer.failed' else 'transfer.requested' end,
    jsonb_build_object('callId', new.call_id, 'session', new.n));
  return null;
end
$$;
create trigger add_transfer_to_outbox after insert on hand_overs
for each row execute function add_transfer_to_outbox();
create trigger add_transfer_end_to_outbox after update of state on hand_overs
for each row when (new.state in ('bridged', 'failed') and old.state not in ('bridged', 'failed'))
execute function add_transfer_to_outbox();

create function add_deleted_recording_to_outbox() returns trigger language plpgsql as $$
begin
  perform add_to_outbox(old.tenant_id, 'call/' || old.call_id, 'recording.deleted', jsonb_build_object('callId', old.call_id));
  return null;
end
$$;
create trigger add_deleted_recording_to_outbox after delete on recordings
for each row when (old.state = 'ready') execute function add_deleted_recording_to_outbox();

create function add_campaign_to_outbox() returns trigger language plpgsql as $$
begin
  if old.started_at is null and new.started_at is not null then
    perform add_to_outbox(new.tenant_id, 'campaign/' || new.id, 'campaign.started', jsonb_build_object('campaignId', new.id));
  end if;
  if new.state = 'paused' and old.state <> 'paused' then
    perform add_to_outbox(new.tenant_id, 'campaign/' || new.id, 'campaign.paused',
      jsonb_build_object('campaignId', new.id, 'reason', new.pause_reason));
  end if;
  if new.state in ('completed', 'stopped') and old.state not in ('completed', 'stopped') then
    perform add_to_outbox(new.tenant_id, 'campaign/' || new.id, 'campaign.completed',
      jsonb_build_object('campaignId', new.id, 'stopped', new.state = 'stopped'));
  end if;
  return null;
end
$$;
create trigger add_campaign_to_outbox after update of state on campaigns
for each row when (old.state is distinct from new.state) execute function add_campaign_to_outbox();

create function add_suppressed_to_outbox() returns trigger language plpgsql as $$
begin
  perform add_to_outbox(new.tenant_id, 'recipient/' || new.campaign_id || '/' || new.row, 'recipient.suppressed',
    jsonb_build_object('campaignId', new.campaign_id, 'row', new.row, 'reason', new.waits));
  return null;
end
$$;
create trigger add_suppressed_to_outbox after update of state on recipients
for each row when (new.state = 'suppressed' and old.state <> 'suppressed') execute function add_suppressed_to_outbox();
