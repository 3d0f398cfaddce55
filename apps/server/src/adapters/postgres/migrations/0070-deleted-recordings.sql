-- A call whose recording was deleted says when and why (docs/recordings.md).
alter table calls
  add column recording_deleted_at timestamptz,
  -- `recordings`: it was older than the organization keeps recordings; `transcripts`: than it keeps transcripts
  add column recording_deleted_with text check (recording_deleted_with in ('recordings', 'transcripts'));

create or replace function note_recording_deletion() returns trigger language plpgsql as $$
begin
  insert into recording_deletions (tenant_id, call_id, carrier, carrier_account, carrier_sid, recording_sid, store_id,
    in_flight, at_carrier)
  values (old.tenant_id, old.call_id, old.carrier, old.carrier_account, old.carrier_sid, old.recording_sid, old.store_id,
    old.state in ('recording', 'fetching'), old.at_carrier <> 'removed')
  on conflict (tenant_id, call_id) do nothing;
  -- Deeper: the call itself is being deleted.
  if pg_trigger_depth() = 1 then
    update calls set recording_deleted_at = now(), recording_deleted_with = case when exists (
      select from recording_settings where tenant_id = old.tenant_id and keep_days is not null
        and old.created_at < now() - make_interval(days => keep_days)) then 'recordings' else 'transcripts' end
    where tenant_id = old.tenant_id and id = old.call_id;
  end if;
  return null;
end
$$;
