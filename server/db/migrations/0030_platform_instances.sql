-- expand
-- Platforms that their operator hosts and has authorised, one row for each of them; without a row nothing is
-- requested from it. Its name at accounts, stations and blocks is `kind:id`.
create table platform_instances (
  id text primary key check (id ~ '^[a-z0-9]{8,32}$'),
  kind text not null,
  name text not null check (name <> ''),
  base_url text not null,
  sealed_key bytea,
  options jsonb not null default '{}',
  authorised_by text not null check (authorised_by <> ''),
  authorised_on date not null,
  max_requests_per_minute integer not null check (max_requests_per_minute between 1 and 10000),
  allow_private boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The bucket of requests that all processes share, and what was used of it.
create table instance_budgets (
  instance_id text primary key references platform_instances (id) on delete cascade,
  state jsonb not null
);
