-- expand
-- Bots that wait for a worker are not due: thousands of them stood before the first that is.
drop index bots_due;
create index bots_due on bots (due_at) where due_at is not null and not (phase = 'preparing' and owner is null);
