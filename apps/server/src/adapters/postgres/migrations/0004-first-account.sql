-- Who came first is decided together with the account itself, not in a step after it that a crash can leave out.

-- Null until the first account has its role. It gets it right after it was made or, where that went wrong, when its
-- owner signs in.
alter table identity.first_account add column role_given_at timestamptz;
update identity.first_account set role_given_at = taken_at;

-- Accounts without a first one among them: the oldest was made before a crash kept its role from it.
insert into identity.first_account (user_id)
select "id" from identity."user" order by "createdAt", "id" limit 1
on conflict do nothing;

create function identity.take_first_account() returns trigger language plpgsql as $$
begin
  insert into identity.first_account (user_id) values (new."id") on conflict do nothing;
  return null;
end
$$;

create trigger take_first_account after insert on identity."user"
for each row execute function identity.take_first_account();
