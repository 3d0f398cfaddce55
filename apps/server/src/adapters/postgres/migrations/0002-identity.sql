-- Accounts of the built-in identity provider, in a schema that only parley_identity can enter.

create schema identity;

-- These six are the provider's own; it names their columns, and a test asks it whether anything is missing.
create table identity."user" (
  "id" uuid primary key default gen_random_uuid(),
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  "firstName" text not null,
  "lastName" text not null
);

create table identity."session" (
  "id" uuid primary key default gen_random_uuid(),
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null references identity."user" ("id") on delete cascade
);
create index "session_userId_idx" on identity."session" ("userId");

create table identity."account" (
  "id" uuid primary key default gen_random_uuid(),
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references identity."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null
);
create index "account_userId_idx" on identity."account" ("userId");

create table identity."verification" (
  "id" uuid primary key default gen_random_uuid(),
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index "verification_identifier_idx" on identity."verification" ("identifier");

create table identity."jwks" (
  "id" uuid primary key default gen_random_uuid(),
  "publicKey" text not null,
  "privateKey" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  "alg" text,
  "crv" text
);

create table identity."rateLimit" (
  "id" uuid primary key default gen_random_uuid(),
  "key" text not null unique,
  "count" integer not null,
  "lastRequest" bigint not null
);

-- Who may use which app, and as what: the claims object `m` of a token.
create table identity.membership (
  user_id uuid not null references identity."user" ("id") on delete cascade,
  app_key text not null,
  role text not null,
  primary key (user_id, app_key)
);

-- At most one row, ever: of two people who sign up first at the same moment one finds it taken.
create table identity.first_account (
  only_one boolean primary key default true check (only_one),
  user_id uuid not null,
  taken_at timestamptz not null default now()
);

-- Sign-ins that were tried and have not succeeded yet. Digests, because anybody may type anybody's address.
create table identity.login_lock (
  email_digest text primary key,
  attempts integer not null,
  last_attempt_at timestamptz not null
);
create index login_lock_last_attempt on identity.login_lock (last_attempt_at);

grant usage on schema identity to parley_identity;
grant select, insert, update, delete on all tables in schema identity to parley_identity;

-- Access given and taken is written down in the same transaction, and can be neither read nor changed from here.
grant usage on schema public to parley_identity;
grant insert on audit_log to parley_identity;
create policy deployment_wide on audit_log for insert to parley_identity with check (tenant_id is null);
