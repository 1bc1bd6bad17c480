-- Filters made before there were questions, guards and net pay: all of them off, as a new filter proposes them.
update filters set body = body || jsonb_build_object(
  'ask', '{"enabled": false, "lowerPayPercent": 10, "lessArrivalMinutes": 0, "anyHour": false}'::jsonb,
  'guards', '{"pauseAfterMisses": 0, "pauseAfterReleases": 0, "pauseMinutes": 60, "weekGoalCents": 0, "keepDrivingTime": false, "drivingMph": 30}'::jsonb,
  'net', '{"perHourMinCents": 0, "cost": "tax", "milesPerGallon": 25, "fuelCentsPerGallon": 350, "milesPerHour": 12}'::jsonb
) where not body ? 'ask';

-- Shadow mode, and the instant from which a guard counts misses and releases again.
alter table bots
  add column shadow_until timestamptz,
  add column guarded_at timestamptz;
-- Misses are counted run by run; forfeits that the driver made in the delivery app have no other time than that of our seeing them.
create index attempts_run on attempts (driver_id, gen);
alter table blocks add column forfeited_at timestamptz;
-- What the sweeps of the calendar look at: blocks still to be worked, by their start.
create index blocks_ahead on blocks (start_at) where state in ('held', 'checked_in');

-- What platforms offered, seen first by whichever bot: shared by all drivers and of none. Offers that a platform made to one driver alone
-- (reserved, instant) never come in here.
create table sightings (
  id bigint generated always as identity primary key,
  platform text not null,
  offer_id text not null,
  variant text not null check (variant in ('amazon', 'spark')),
  station_id text not null,
  kind text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  pay_cents integer not null,
  tip_cents integer not null,
  miles double precision,
  stops integer,
  batched boolean not null,
  expires_at timestamptz,
  seen_at timestamptz not null,
  unique (platform, offer_id)
);
create index sightings_station on sightings (platform, station_id, seen_at);
create index sightings_seen on sightings (seen_at);

-- When each station releases, learned from sightings: decayed sums by minute of the station's day and by hour of its week, and beside each
-- how often somebody looked then.
create table release_profiles (
  platform text not null,
  station_id text not null,
  -- 1,440 numbers each.
  minutes real[] not null,
  looked real[] not null,
  -- 168 numbers each.
  week_hours real[] not null,
  week_looked real[] not null,
  -- Weeks in which several offers came within that minute of the week, 10,080 numbers, and their offers.
  heavy real[] not null,
  heavy_offers real not null,
  drops real not null,
  -- Days on which somebody looked, decayed alike.
  days real not null,
  -- The last day of the station's own calendar that is counted.
  through date not null,
  primary key (platform, station_id)
);
-- In which minutes of the hour requests went out, a bit each: a minute in which nobody looked is not one without offers.
alter table request_hours
  add column first_half integer not null default 0,
  add column second_half integer not null default 0;

-- Starting and stopping by itself.
create table autostart_tasks (
  id text primary key,
  driver_id text not null references drivers on delete cascade,
  action text not null check (action in ('start', 'stop')),
  mode text not null check (mode in ('regular', 'regular_and_instant', 'instant_only')),
  live_log boolean not null default true,
  -- Wall clock of the zone, minutes after midnight.
  minute smallint not null check (minute between 0 and 1439),
  time_zone text not null,
  from_day date not null,
  -- The same day = once.
  to_day date not null check (to_day >= from_day),
  -- The first day that has no firing yet, and its instant; null when every day has come.
  next_day date,
  next_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  removed_at timestamptz
);
create index autostart_tasks_driver on autostart_tasks (driver_id);
create index autostart_tasks_next on autostart_tasks (next_at) where removed_at is null;
-- One row a task and day that has come: what came of it. The row is what makes it happen once.
create table autostart_firings (
  task_id text not null references autostart_tasks on delete cascade,
  day date not null,
  driver_id text not null references drivers on delete cascade,
  due_at timestamptz not null,
  fired_at timestamptz not null,
  outcome text not null check (outcome in ('done', 'refused', 'late')),
  refusal text,
  primary key (task_id, day)
);
create index autostart_firings_driver on autostart_firings (driver_id, due_at desc);

-- Offers that a driver is asked about.
create table asks (
  id text primary key,
  driver_id text not null references drivers on delete cascade,
  platform text not null,
  offer_id text not null,
  offer jsonb not null,
  rules jsonb not null,
  filter_version integer not null,
  state text not null default 'open' check (state in ('open', 'yes', 'no', 'accepted', 'missed', 'expired')),
  asked_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  answered_at timestamptz,
  unique (driver_id, platform, offer_id)
);
create index asks_open on asks (driver_id) where state in ('open', 'yes');
create index asks_asked on asks (asked_at);

-- Shadow mode: a stretch of time in which the bot judges and never accepts, and what it would have taken.
create table shadow_runs (
  id text primary key,
  driver_id text not null references drivers on delete cascade,
  variant text not null check (variant in ('amazon', 'spark')),
  mode text not null check (mode in ('regular', 'regular_and_instant', 'instant_only')),
  live_log boolean not null default true,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  seen integer not null default 0
);
create unique index shadow_runs_open on shadow_runs (driver_id) where ended_at is null;
create index shadow_runs_driver on shadow_runs (driver_id, started_at desc);
create table shadow_offers (
  run_id text not null references shadow_runs on delete cascade,
  driver_id text not null references drivers on delete cascade,
  offer_id text not null,
  offer jsonb not null,
  rules jsonb not null,
  station_code text not null,
  filter_version integer not null,
  seen_at timestamptz not null,
  primary key (run_id, offer_id)
);

-- Where a driver waits for instant offers, and the days on which they were on (billed by the day).
create table locations (
  driver_id text primary key references drivers on delete cascade,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  label text not null,
  saved_at timestamptz not null default clock_timestamp(),
  -- Instant offers as the platform told them last, and when it was asked: pending = not confirmed in the delivery app yet.
  instant text not null default 'off' check (instant in ('off', 'pending', 'on')),
  asked_at timestamptz
);
create index locations_asked on locations (asked_at nulls first);
create table instant_days (
  driver_id text not null references drivers on delete cascade,
  day date not null,
  first_at timestamptz not null,
  primary key (driver_id, day)
);

-- Arriving at a block and giving one back.
-- Check-ins and releases are written before the platform is asked, and settled by its answer: a row without `at` tells that we asked and
-- do not know what came of it.
create table check_ins (
  block_id text primary key references blocks on delete cascade,
  driver_id text not null references drivers on delete cascade,
  asked_at timestamptz not null,
  at timestamptz,
  -- By the rule of the week as it stood then; 0 until it is settled.
  fee_cents integer not null default 0 check (fee_cents >= 0)
);
create index check_ins_driver on check_ins (driver_id, at);
create index check_ins_open on check_ins (asked_at) where at is null;
create table releases (
  block_id text primary key references blocks on delete cascade,
  driver_id text not null references drivers on delete cascade,
  asked_at timestamptz not null,
  at timestamptz,
  late boolean not null
);
create index releases_driver on releases (driver_id, at);
create index releases_open on releases (asked_at) where at is null;
create table reminder_skips (
  block_id text primary key references blocks on delete cascade,
  driver_id text not null references drivers on delete cascade,
  at timestamptz not null
);
create index reminder_skips_driver on reminder_skips (driver_id);
-- The secret of a driver's calendar address: a digest to find it by, and sealed, so that the address can be shown again.
create table calendar_links (
  driver_id text primary key references drivers on delete cascade,
  digest bytea not null unique,
  sealed_secret bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz
);

-- What was offered to a driver, by hour and station, added up as it happens: the recap's figures, whatever the log still keeps.
create table offer_hours (
  driver_id text not null references drivers on delete cascade,
  hour_at timestamptz not null,
  station_id text not null,
  accepted integer not null default 0,
  missed integer not null default 0,
  ignored_time integer not null default 0,
  ignored_price integer not null default 0,
  ignored_schedule integer not null default 0,
  primary key (driver_id, hour_at, station_id)
);
