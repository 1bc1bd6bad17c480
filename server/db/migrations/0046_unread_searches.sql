-- expand
-- Since when a search reads no list, why, and in which run window: it counts in that window alone.
alter table search_polls add column unread_window timestamptz;
alter table search_polls add column unread_since timestamptz;
alter table search_polls add column unread_reason text;
-- When the blocks that a driver holds were last compared with ours; null = not since the account was connected or
-- the database restored.
alter table platform_accounts add column held_read_at timestamptz;
-- Blocks that a comparison added.
create index blocks_adopted on blocks (accepted_at) where attempt_id is null;
create index search_polls_unread on search_polls (driver_id) where unread_since is not null;
