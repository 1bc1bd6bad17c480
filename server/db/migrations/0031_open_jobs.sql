-- expand
-- Jobs whose end the platform does not state: when the held blocks are read again to find that they are over.
alter table blocks add column read_at timestamptz;
create index blocks_open on blocks (read_at) where end_estimated and state in ('held', 'checked_in');
