-- Workers claim bots. A worker that is forgotten frees its bots, and so does a bot that leaves its work.
update bots set owner = null;
alter table bots add constraint bots_owner_fkey foreign key (owner) references workers (id) on delete set null;
create index bots_waiting on bots (phase, updated_at, driver_id)
  where owner is null and phase in ('preparing', 'running');

-- What a worker bears, what it holds, and how many it starts a second: by these the workers share the bots.
alter table workers add column capacity integer not null default 0;
alter table workers add column held integer not null default 0;
alter table workers add column starts_per_second integer not null default 0;

-- Which incarnation of a bot's search last sent a poll, and the requests of its last 61 minutes, the newest
-- first, as 16-bit numbers: whoever searches next keeps the hour's budget.
alter table search_polls add column epoch integer;
alter table search_polls add column minute integer;
alter table search_polls add column counts bytea;
