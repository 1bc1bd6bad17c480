-- expand
-- The log line of a miss that a later win took back: the history shows the win alone.
alter table attempts add column missed_seq bigint;
create index attempts_taken_back on attempts (driver_id) where missed_seq is not null;
