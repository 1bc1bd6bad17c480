-- expand
-- When a run put its driver online at the platform: afterwards the bot puts them offline again.
alter table platform_accounts add column switched_online_at timestamptz;
create index platform_accounts_online on platform_accounts (switched_online_at) where switched_online_at is not null;
