-- Which AUTH_SECRET this database belongs to. Readable by its owner alone; without a row the next start writes its own.
create table identity.auth_secret (
  only_one boolean primary key default true check (only_one),
  -- salted and slow, so that it tells nothing of the secret
  digest text not null,
  since timestamptz not null default now()
);
insert into identity.auth_secret (digest) values (current_setting('parley.auth_secret_digest'));

-- Sign-ins that were tried and have not succeeded, by what they have in common: an address and an account together, an
-- address, an account, or a browser that signed in before. Digests, because anybody may type anybody's address.
create table identity.sign_in_attempts (
  digest text primary key,
  -- null where it is about an address alone
  account_digest text,
  attempts integer not null,
  started_at timestamptz not null,
  last_attempt_at timestamptz not null
);
create index sign_in_attempts_account on identity.sign_in_attempts (account_digest);
create index sign_in_attempts_last on identity.sign_in_attempts (last_attempt_at);
grant select, insert, update, delete on identity.sign_in_attempts to parley_identity;
