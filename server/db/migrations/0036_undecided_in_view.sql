-- expand
-- Undecided accepts in the history and the calendar: the log line that tells of each, and the id of the block
-- that it becomes if it is won. A calendar knows it by that id from the start.
alter table attempts add column waiting_seq bigint;
alter table attempts add column block_id text;
