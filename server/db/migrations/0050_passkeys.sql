-- expand
-- Public keys with which drivers and operators sign in; the private key never leaves the device.
create table passkeys (
  id text primary key default gen_random_uuid()::text,
  driver_id text not null references drivers (id) on delete cascade,
  -- What the authenticator calls the key, base64url.
  credential_id text not null unique,
  -- COSE.
  public_key bytea not null,
  -- Signatures so far, where the authenticator counts.
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_driver on passkeys (driver_id, created_at);
