-- expand
-- What the platform changes about a block by itself: when it last did, and why the block is no longer the
-- driver's. `missing_since`: a list of what the driver holds lacks it, and the next one decides.
alter table blocks add column changed_at timestamptz;
alter table blocks add column loss text check (loss in ('gone', 'taken', 'canceled'));
alter table blocks add column missing_since timestamptz;
create index blocks_missing on blocks (read_at) where missing_since is not null;
