-- expand
-- The contract and core's list say which languages there are: a further one needs no migration.
alter table drivers drop constraint drivers_language_check;
alter table code_tickets drop constraint code_tickets_language_check;
