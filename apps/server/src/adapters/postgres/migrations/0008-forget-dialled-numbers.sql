-- without a transaction
-- The steps below run one by one, each in a transaction of its own or in none, and may be run again: an index of a table
-- in use is built beside it, so that the servers which run meanwhile go on writing.

-- step: an index whose building was cut off is no index
drop index concurrently if exists dial_attempts_call;

-- step: attempts are found by their call, when a key is released and when a call is deleted
create index concurrently dial_attempts_call on dial_attempts (call_id);

-- step: an attempt outlives its call, without the number; whichever server deletes the call
create or replace function forget_dialled_number() returns trigger language plpgsql as $$
begin
  update dial_attempts set to_number = '' where tenant_id = old.tenant_id and call_id = old.id;
  return null;
end
$$;
drop trigger if exists forget_dialled_number on calls;
create trigger forget_dialled_number after delete on calls
for each row execute function forget_dialled_number();

-- step: row-level security binds the owner of the tables too, who has to see all of them now
drop policy if exists while_migrating on dial_attempts;
create policy while_migrating on dial_attempts to current_user using (true) with check (true);
drop policy if exists while_migrating on calls;
create policy while_migrating on calls to current_user using (true);

-- step: calls that were deleted before
update dial_attempts set to_number = ''
where to_number <> ''
  and not exists (
    select from calls where calls.tenant_id = dial_attempts.tenant_id and calls.id = dial_attempts.call_id
  );

-- step: as before
drop policy while_migrating on dial_attempts;
drop policy while_migrating on calls;
