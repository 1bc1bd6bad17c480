-- Drivers and how they sign in. better-auth writes these four.
create table drivers (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  language text not null default 'en' check (language in ('en', 'es')),
  variant text not null default 'amazon' check (variant in ('amazon', 'spark')),
  prepaid smallint check (prepaid in (1, 2)),
  time_zone text not null default 'America/New_York',
  role text not null default 'driver' check (role in ('driver', 'operator')),
  status text not null default 'active' check (status in ('active', 'inactive', 'suspended')),
  subscribed_until timestamptz,
  device_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id text primary key,
  driver_id text not null references drivers on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_driver on sessions (driver_id);

create table credentials (
  id text primary key,
  driver_id text not null references drivers on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index credentials_driver on credentials (driver_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

-- Failed sign-ins per account and address: rate-limiter-flexible writes it.
create table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

-- The driver's account at a platform; secrets are sealed (kit/seal) with table, column and driver id as associated data.
create table platform_accounts (
  driver_id text not null references drivers on delete cascade,
  variant text not null check (variant in ('amazon', 'spark')),
  platform text not null,
  email text not null,
  sealed_password bytea,
  sealed_tokens bytea,
  platform_driver_id text,
  state text not null default 'connected' check (state in ('connected', 'sign_in_refused')),
  quota_per_hour integer,
  blocks_compared_at timestamptz not null default '-infinity',
  updated_at timestamptz not null default now(),
  primary key (driver_id, variant)
);

create table stations (
  platform text not null,
  id text not null,
  variant text not null check (variant in ('amazon', 'spark')),
  code text not null,
  name text not null,
  address text not null default '',
  city text not null,
  state text not null,
  programme text not null,
  latitude double precision not null,
  longitude double precision not null,
  time_zone text not null,
  primary key (platform, id)
);

-- Which stations a driver's platform account may work from.
create table driver_stations (
  driver_id text not null references drivers on delete cascade,
  platform text not null,
  station_id text not null,
  primary key (driver_id, platform, station_id),
  foreign key (platform, station_id) references stations
);

-- Every save is a new version; none is changed.
create table filters (
  driver_id text not null references drivers on delete cascade,
  variant text not null check (variant in ('amazon', 'spark')),
  version integer not null check (version > 0),
  body jsonb not null,
  saved_at timestamptz not null default now(),
  primary key (driver_id, variant, version)
);

-- One bot a driver: the row is the fence. gen = the run that the driver sees, epoch = the searcher's incarnation.
create table bots (
  driver_id text primary key references drivers on delete cascade,
  variant text not null check (variant in ('amazon', 'spark')),
  phase text not null default 'not_running',
  gps boolean not null default false,
  mode text not null default 'regular',
  live_log boolean not null default true,
  reason text,
  due_at timestamptz,
  gen integer not null default 0,
  epoch integer not null default 0,
  owner text,
  speed text not null default '1X',
  custom jsonb,
  started_at timestamptz,
  window_started_at timestamptz,
  cool_until timestamptz,
  troubles integer not null default 0,
  updated_at timestamptz not null default now()
);
create index bots_due on bots (due_at) where due_at is not null;
create index bots_owner on bots (owner) where owner is not null;

-- Each process that searches; a bot whose owner is not seen any more is searched elsewhere.
create table workers (
  id text primary key,
  seen_at timestamptz not null default clock_timestamp()
);

-- One row an accept: written before the request goes out, settled once after it.
create table attempts (
  id bigint generated always as identity primary key,
  driver_id text not null references drivers on delete cascade,
  platform text not null,
  offer_id text not null,
  offer jsonb not null,
  rules jsonb not null,
  gen integer not null,
  epoch integer not null,
  filter_version integer not null,
  state text not null default 'intent' check (state in ('intent', 'accepted', 'missed')),
  cause text,
  reaction_ms real,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  unique (driver_id, platform, offer_id)
);
create unique index attempts_one_open on attempts (driver_id) where state = 'intent';

create table blocks (
  id text primary key,
  driver_id text not null references drivers on delete cascade,
  platform text not null,
  platform_block_id text not null,
  offer_id text not null,
  attempt_id bigint references attempts,
  station_id text not null,
  kind text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  pay_cents integer not null,
  tip_cents integer not null default 0,
  miles real,
  stops integer,
  state text not null default 'held' check (state in ('held', 'checked_in', 'done', 'forfeited')),
  accepted_at timestamptz not null default clock_timestamp(),
  unique (platform, platform_block_id)
);
create index blocks_driver on blocks (driver_id, start_at);

-- The live log: numbered per driver inside the writing transaction, a partition a day. json, not jsonb: a line is written once
-- and sent on as it is, and taking jsonb apart would halve the lines a second.
create table log_heads (
  driver_id text primary key references drivers on delete cascade,
  last_seq bigint not null default 0
);
create table log_entries (
  driver_id text not null,
  seq bigint not null,
  at timestamptz not null,
  type text not null,
  data json not null,
  primary key (driver_id, seq, at)
) partition by range (at);
create table log_entries_default partition of log_entries default;
create index log_entries_states on log_entries (driver_id, seq) where type = 'bot.state_changed';

-- Each process that writes batches, and the last batch that it committed: a batch whose answer was lost is not written twice.
create table log_writers (
  id text primary key,
  batch bigint not null default 0,
  seen_at timestamptz not null default now()
);

-- Figures of a driver's local day, and requests of an hour, added up as they happen.
create table day_figures (
  driver_id text not null references drivers on delete cascade,
  day date not null,
  seen integer not null default 0,
  accepted integer not null default 0,
  missed integer not null default 0,
  ignored_time integer not null default 0,
  ignored_price integer not null default 0,
  ignored_schedule integer not null default 0,
  booked_cents bigint not null default 0,
  primary key (driver_id, day)
);
create table request_hours (
  driver_id text not null references drivers on delete cascade,
  hour_at timestamptz not null,
  used integer not null default 0,
  primary key (driver_id, hour_at)
);

-- Recurring work: when each job last had its turn.
create table job_runs (
  job text primary key,
  ran_at timestamptz not null
);

-- What the operator switches for the whole service.
create table service_state (
  only_row boolean primary key default true check (only_row),
  server_available boolean not null default true,
  killed boolean not null default false,
  minimum_app_version text not null default '0.0.0'
);
insert into service_state default values;
