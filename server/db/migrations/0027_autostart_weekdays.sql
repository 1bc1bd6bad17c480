-- expand
-- A task over several days is due on chosen weekdays: 1 = Monday, 7 = Sunday.
alter table autostart_tasks
  add column weekdays smallint[] not null default '{1,2,3,4,5,6,7}'
  check (cardinality(weekdays) between 1 and 7 and weekdays <@ '{1,2,3,4,5,6,7}'::smallint[]);
