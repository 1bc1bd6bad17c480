-- What sweeps look for is found by an index on what is due, however large the fleet.

-- Accounts by when their held blocks were compared with the platform's.
create index platform_accounts_compared on platform_accounts (blocks_compared_at) where state = 'connected';

-- Bots at work by the start of their run, for the daily stop.
create index bots_at_work on bots (started_at) where phase in ('preparing', 'running', 'sleeping');

-- Bots that wait for a person.
create index bots_awaiting_human on bots (driver_id) where phase = 'sleeping' and reason = 'human_verification';

-- Accounts that are not active, and those whose plan ends.
create index drivers_not_active on drivers (id) where status <> 'active';
create index drivers_plan_end on drivers (subscribed_until) where plan_number is not null;

-- Filters that were saved in a paid plan.
create index filters_paid on filters ((body ->> 'plan'), driver_id) where body ->> 'plan' <> 'basic';

-- Blocks that were given back, here or in the delivery app.
create index blocks_forfeited on blocks (forfeited_at) where state = 'forfeited';
create index releases_at on releases (at) where at is not null;
