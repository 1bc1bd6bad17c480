-- When a session gave its second factor last; null = not yet, as for every driver.
alter table sessions add column second_factor_at timestamptz;

-- An operator's authenticator, and the one that is being set up: it takes the other's place once a code of it was given.
create table operator_factors (
  driver_id text not null references drivers (id) on delete cascade,
  state text not null check (state in ('pending', 'active')),
  sealed_secret bytea not null,
  -- The newest 30 seconds a code of which was taken: no code is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz not null,
  primary key (driver_id, state)
);

-- Codes for the day the authenticator is lost, each good once; what stands here cannot be typed.
create table operator_backup_codes (
  driver_id text not null references drivers (id) on delete cascade,
  digest bytea not null,
  primary key (driver_id, digest)
);
