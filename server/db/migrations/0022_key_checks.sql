-- expand
-- Proves that a key ring is the one whose keys encrypted this database: each key's check opens by that key alone.
create table key_checks (
  key_id text primary key,
  sealed_check bytea not null,
  created_at timestamptz not null default now()
);
