-- A demo that is over closes its people's accounts: nobody bills them, and the fleet does not count them.
alter table drivers drop constraint drivers_status_cause_check;
alter table drivers add constraint drivers_status_cause_check check (status_cause in ('operator', 'dues', 'demo'));

-- By when a poll of a running bot must have gone out, or its search is silent. Written by the worker that searches, a third of a
-- minute apart, and beside `bots`: the hot path locks those rows.
create table search_polls (
  driver_id text primary key references drivers (id) on delete cascade,
  poll_by timestamptz not null
) with (fillfactor = 50);
