-- Figures for reports (docs/reports.md), kept up to date by a consumer of the outbox.

-- Sums of a day of the organization's time zone.
create table report_days (
  tenant_id text not null references tenants (id),
  day date not null,
  -- of calls: sandbox or real; '' for what belongs to neither
  side text not null,
  kind text not null,
  -- which of its kind: a result, an hour, a reason
  key text not null,
  counted bigint not null,
  -- seconds, millionths of a currency, or how many of those counted
  amount bigint not null,
  primary key (tenant_id, day, side, kind, key)
  -- a sum changes with every call, and no index does: there is room for the next version of the row beside it
) with (fillfactor = 70);

-- What each call, follow-up and opt-out has added to the sums: a change of it adds the difference. No key to calls: a
-- call that is gone is subtracted afterwards.
create table report_counted (
  tenant_id text not null references tenants (id),
  kind text not null check (kind in ('call', 'follow-up', 'opt-out')),
  id uuid not null,
  facts jsonb not null,
  primary key (tenant_id, kind, id)
);

-- How far counting what was there before has come.
create table report_tenants (
  tenant_id text primary key references tenants (id),
  -- the time zone whose days are counted
  zone text not null,
  -- what is being counted; null: all is
  stage text check (stage in ('call', 'follow-up', 'opt-out')),
  -- the last that was
  after uuid not null default '00000000-0000-0000-0000-000000000000'
);

-- Those that may have calls already. The zone is none, so a server begins to count them.
insert into report_tenants (tenant_id, zone, stage) select id, '', 'call' from tenants;

grant select on report_days, report_tenants to parley_app;
grant select, insert, update, delete on report_days, report_counted, report_tenants to parley_system;

do $$
declare
  name text;
begin
  foreach name in array array['report_days', 'report_counted', 'report_tenants'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to parley_app
         using (tenant_id = current_setting(''parley.tenant'', true))
         with check (tenant_id = current_setting(''parley.tenant'', true))', name);
    execute format('create policy every_tenant on %I to parley_system using (true) with check (true)', name);
  end loop;
end $$;

-- A call that is over and changes nevertheless, or is deleted for now or brought back. What has an event already, by
-- `add_call_to_outbox`, is left to that.
create function add_call_revision_to_outbox() returns trigger language plpgsql as $$
begin
  insert into outbox (tenant_id, subject, type, data)
  values (new.tenant_id, 'call/' || new.id, 'call.revised', jsonb_build_object('version', 1, 'callId', new.id));
  perform pg_notify('parley_outbox', 'call.revised');
  return null;
end
$$;
create trigger add_call_revision_to_outbox after update on calls
for each row when (
  new.mode <> 'try' and (
    old.mode is distinct from new.mode
    or (new.status = old.status and new.status in ('completed', 'busy', 'no-answer', 'failed', 'canceled')
      and not (old.reason is not distinct from 'unconfirmed' and new.reason is distinct from old.reason)
      and (old.reason, old.duration, old.answered_at, old.outcome_result, old.agent_id, old.agent_version,
          old.template_id, old.turns)
        is distinct from (new.reason, new.duration, new.answered_at, new.outcome_result, new.agent_id,
          new.agent_version, new.template_id, new.turns))))
execute function add_call_revision_to_outbox();

-- Follow-ups that are open again or gone; made and done have events of their own.
create function add_follow_up_revision_to_outbox() returns trigger language plpgsql as $$
begin
  insert into outbox (tenant_id, subject, type, data)
  values (old.tenant_id, 'follow-up/' || old.id, 'follow-up.revised',
    jsonb_build_object('version', 1, 'followUpId', old.id));
  perform pg_notify('parley_outbox', 'follow-up.revised');
  return null;
end
$$;
create trigger add_follow_up_revision_to_outbox after update of closed_at on follow_ups
for each row when (old.closed_at is not null and old.closed_at is distinct from new.closed_at)
execute function add_follow_up_revision_to_outbox();
create trigger add_removed_follow_up_to_outbox after delete on follow_ups
for each row execute function add_follow_up_revision_to_outbox();

-- Entries of the do-not-call list that people have asked for on a call. Imports, by the thousand, have none.
create function add_opt_out_to_outbox() returns trigger language plpgsql as $$
declare
  entry do_not_call := coalesce(new, old);
begin
  insert into outbox (tenant_id, subject, type, data)
  values (entry.tenant_id, 'dnc/' || entry.id, 'dnc.revised',
    jsonb_build_object('version', 1, 'entryId', entry.id));
  perform pg_notify('parley_outbox', 'dnc.revised');
  return null;
end
$$;
create trigger add_opt_out_to_outbox after insert on do_not_call
for each row when (new.source = 'call') execute function add_opt_out_to_outbox();
create trigger add_removed_opt_out_to_outbox after delete on do_not_call
for each row when (old.source = 'call') execute function add_opt_out_to_outbox();
