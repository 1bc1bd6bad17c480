-- expand
-- Accounts of a demo are told apart from real ones.
alter table drivers add column is_demo boolean not null default false;

-- The weeks that are made for a demo driver at the first start, from the market's past.
create table demo_weeks (
  driver_id text primary key references drivers on delete cascade,
  from_at timestamptz not null,
  until_at timestamptz not null,
  -- Up to when offers and blocks are written, and when all of it was.
  lived_to timestamptz not null,
  ended_at timestamptz
);
