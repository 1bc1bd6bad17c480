-- The rest that a platform asks for after it called a search aggressive belongs to the driver and outlives their runs.
alter table bots add column rest_until timestamptz;

-- Rests under way, which bots of the version before kept only as the end of their sleep or cooling.
update bots set rest_until = due_at where phase = 'sleeping' and reason = 'aggressive_search';
update bots set rest_until = cool_until where phase = 'failed_to_launch' and reason = 'aggressive_search';

-- A filter's hours are those of the driver's own zone. A version that only took the one before to another zone is marked, so that what was typed
-- since then is no conflict.
alter table filters add column moved boolean not null default false;

-- Filters that stayed behind when their driver's profile moved.
insert into filters (driver_id, variant, version, body, moved)
select f.driver_id, f.variant, f.version + 1, jsonb_set(f.body, '{timeZone}', to_jsonb(d.time_zone)), true
from filters f join drivers d on d.id = f.driver_id
where not f.removed and f.body->>'timeZone' <> d.time_zone
  and f.version = (select max(version) from filters n where n.driver_id = f.driver_id and n.variant = f.variant);

-- Won blocks had no call among their defaults, which were stored with the first save of a profile: its switch for calls did nothing for them.
update notification_settings set routes = jsonb_set(routes, '{block_won}', '["push", "email", "call"]')
where routes->'block_won' = '["push", "email"]';
