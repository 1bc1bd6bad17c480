-- expand
-- Shifts of instances whose rules leave them to people first or give them by turns: when each was first seen, or
-- had a free place again. `offer_id` names that listing, `changed_at` is when its places were last read as they are.
create table shifts (
  platform text not null,
  shift_id text not null,
  offer_id text not null,
  start_at timestamptz not null,
  places integer not null,
  first_seen_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (platform, shift_id)
);
create index shifts_start on shifts (start_at);
-- What turns gave to drivers, in their order. `decided` waits until the instance bears another application, `open`
-- for its driver's search, `tried` has an attempt; `passed` was not theirs in the end.
create table awards (
  id bigint generated always as identity primary key,
  driver_id text not null references drivers on delete cascade,
  platform text not null,
  shift_id text not null,
  offer_id text not null,
  offer jsonb not null,
  state text not null default 'decided' check (state in ('decided', 'open', 'tried', 'taken', 'passed')),
  decided_at timestamptz not null,
  opened_at timestamptz,
  settled_at timestamptz,
  unique (driver_id, platform, offer_id)
);
create index awards_platform on awards (platform, decided_at);
create index awards_age on awards (decided_at);
-- Drivers who could have taken an award's shift as well, until they are told why they did not get it.
create table award_others (
  award_id bigint not null references awards on delete cascade,
  driver_id text not null references drivers on delete cascade,
  precedence jsonb not null,
  rules jsonb not null,
  filter_version integer not null,
  primary key (award_id, driver_id)
);
create index award_others_driver on award_others (driver_id);
