-- expand
-- An ignored offer is a short line of numbers: most of it is said once, for all drivers and verdicts that share it.
-- A number is a sixth of a driver's id.
alter table drivers add column number integer not null generated always as identity;

-- What lines share: an offer with its station as it was listed, or the form of a verdict. `used_on`: the day (UTC) of the
-- last line that names it.
create table log_parts (
  id bigint generated always as identity primary key,
  digest uuid not null unique,
  used_on date not null,
  data json not null
);
create index log_parts_used on log_parts (used_on);

-- Lines of type offer.ignored, a partition a day, numbered together with log_entries. Columns by size, since alignment would
-- fill the gaps. The index finds 64 lines by one key, which it then stores once: a key for each would take three times as much.
create table log_ignored (
  at timestamptz not null,
  listing bigint not null,
  form bigint not null,
  driver_number integer not null,
  seq integer not null,
  own text
) partition by range (at);
create table log_ignored_default partition of log_ignored default;
create index log_ignored_lines on log_ignored (driver_number, (seq >> 6));
