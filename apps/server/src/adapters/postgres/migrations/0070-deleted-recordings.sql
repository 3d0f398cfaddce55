-- A call whose recording was deleted says when and why (docs/recordings.md).
alter table calls
  add column recording_deleted_at timestamptz,
  -- `recordings`: it was older than the organization keeps recordings; `transcripts`: than it keeps transcripts
  add column recording_deleted_with text;
-- Valid from the next change on: checking all calls would block the table. They have none yet.
alter table calls add constraint calls_recording_deleted_with_check
  check (recording_deleted_with in ('recordings', 'transcripts')) not valid;

create or replace function note_recording_deletion() returns trigger language plpgsql as $$
begin
  insert into recording_deletions (tenant_id, call_id, carrier, carrier_account, carrier_sid, recording_sid, store_id,
    in_flight, at_carrier)
  values (old.tenant_id, old.call_id, old.carrier, old.carrier_account, old.carrier_sid, old.recording_sid, old.store_id,
    old.state in ('recording', 'fetching'), old.at_carrier <> 'removed')
  on conflict (tenant_id, call_id) do nothing;
  -- Deeper: the call itself is being deleted. Of an absent or failed one there was nothing that anybody could play.
  if pg_trigger_depth() = 1 and old.state not in ('absent', 'failed') then
    update calls set recording_deleted_at = now(), recording_deleted_with = case when exists (
      select from recording_settings where tenant_id = old.tenant_id and keep_days is not null
        and old.created_at < now() - make_interval(days => keep_days)) then 'recordings' else 'transcripts' end
    where tenant_id = old.tenant_id and id = old.call_id;
  end if;
  return null;
end
$$;
