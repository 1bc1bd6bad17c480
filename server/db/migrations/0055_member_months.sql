-- expand
-- What the house of a platform asks of an active member for a month, from which month on; and each member's months
-- there, with what is owed for them.
alter table platform_instances add column member_prices jsonb not null default '[]';
create table member_months (
  driver_id text not null references drivers on delete cascade,
  platform text not null,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  cents integer not null check (cents >= 0),
  currency text not null,
  noted_at timestamptz not null,
  primary key (driver_id, platform, month)
);
create index member_months_month on member_months (month, platform);
