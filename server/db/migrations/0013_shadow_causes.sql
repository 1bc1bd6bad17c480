-- Why a shadow run left what it left, told while it goes on. Runs from before have only the sum.
alter table shadow_runs
  add column ignored_time integer not null default 0,
  add column ignored_price integer not null default 0,
  add column ignored_schedule integer not null default 0;
