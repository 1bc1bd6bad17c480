import { proposeFilter } from '@madruga/core/filters.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { encryptValue } from '@madruga/server/kit/encryption.ts'
import { keepPartitions } from '@madruga/server/driver/log.ts'
import type { World } from '@madruga/server/world.ts'

const ZONES = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles']
const STATIONS = 60

/**
 * Fills an empty database with a fleet in the middle of its week: `count` drivers, of whom half search and a
 * fifth rest; every driver with five versions of a filter, five blocks, news, messages, sessions and two days
 * of request hours; a quarter with a task of 5:00 that is due now.
 */
export async function fillFleet(world: World, count: number): Promise<void> {
  const { database, keyRing, clock, platform } = world
  const { pool } = database
  await keepPartitions(database.kysely, clock.now(), 7)
  await pool.query(
    `insert into stations (platform, id, variant, code, name, city, state, programme, latitude, longitude, time_zone)
     select $1, 'st-' || n, 'amazon', 'VAY' || n, 'Station ' || n, 'Miami', 'FL', 'logistics', 25, -80, 'America/New_York'
     from generate_series(0, $2::int - 1) n`,
    [platform.name, STATIONS],
  )
  const filter = proposeFilter('amazon', 'basic', ZONES[0]!, ['st-1', 'st-2', 'st-3'])
  for (const statement of STATEMENTS)
    await pool.query(
      statement
        .replaceAll(':count', String(count))
        .replaceAll(':platform', `'${platform.name}'`)
        .replaceAll(':stations', String(STATIONS))
        .replaceAll(':zones', `array['${ZONES.join("','")}']`)
        .replaceAll(':filter', `'${JSON.stringify(filter).replaceAll("'", "''")}'::jsonb`),
    )
  const tokens = { accessToken: 'a'.repeat(64), refreshToken: 'r'.repeat(64), platformDriverId: 'p' }
  const stored = JSON.stringify({ ...tokens, expiresAt: clock.now() + 365 * 24 * HOUR_MS })
  const ids = Array.from({ length: count }, (_, index) => `driver-${index}`)
  const encrypted = ids.map((row) =>
    encryptValue(keyRing, { table: 'platform_accounts', column: 'sealed_tokens', row }, stored),
  )
  await pool.query(
    `insert into platform_accounts (driver_id, variant, platform, email, sealed_tokens, connected_at)
     select id, 'amazon', $1, id || '@example.com', tokens, now() from unnest($2::text[], $3::bytea[]) as t (id, tokens)`,
    [platform.name, ids, encrypted],
  )
  await pool.query('vacuum analyze')
}

const STATEMENTS = [
  `insert into drivers (id, name, email, time_zone, plan_number, subscribed_until, created_at)
   select 'driver-' || n, 'Driver', n || '@example.com', (:zones::text[])[1 + n % 4],
     case when n % 10 < 2 then 1 when n % 10 = 2 then 2 end, case when n % 10 < 3 then now() + interval '20 days' end,
     now() - interval '30 days' from generate_series(0, :count - 1) n`,
  `insert into subscription_periods (driver_id, plan, from_at, until_at)
   select id, case plan_number when 1 then 'advanced' else 'professional' end, now() - interval '8 days', subscribed_until
   from drivers where plan_number is not null`,
  `insert into filters (driver_id, variant, version, body, saved_at)
   select 'driver-' || n, 'amazon', v, :filter, now() - (6 - v) * interval '3 days'
   from generate_series(0, :count - 1) n, generate_series(1, 5) v`,
  `insert into driver_stations (driver_id, platform, station_id)
   select 'driver-' || n, :platform, 'st-' || (n + s) % :stations from generate_series(0, :count - 1) n, generate_series(0, 9) s`,
  `insert into workers (id) values ('worker')`,
  `insert into bots (driver_id, variant, phase, reason, gen, epoch, owner, started_at, due_at, updated_at)
   select 'driver-' || n, 'amazon', case when n % 10 < 5 then 'running' when n % 10 < 7 then 'sleeping' else 'not_running' end,
     case when n % 100 = 5 then 'human_verification' when n % 10 in (5, 6) then 'driving' end, 3, 5,
     case when n % 10 < 5 then 'worker' end, now() - interval '2 hours',
     case when n % 10 in (5, 6) then now() + interval '1 hour' end, now() - interval '1 hour'
   from generate_series(0, :count - 1) n`,
  `insert into search_polls (driver_id, poll_by) select driver_id, now() + interval '1 hour' from bots where phase = 'running'`,
  `insert into attempts (driver_id, platform, offer_id, offer, rules, gen, epoch, filter_version, state, created_at, settled_at)
   select 'driver-' || n, :platform, 'of-' || n || '-' || k, '{"stationId":"st-1"}', '[]', 3, 5, 5, 'accepted', at, at
   from generate_series(0, :count - 1) n, generate_series(1, 3) k, lateral (select now() - k * interval '2 days' as at) a`,
  `insert into blocks (id, driver_id, platform, platform_block_id, offer_id, attempt_id, station_id, kind, start_at, end_at,
     pay_cents, state, accepted_at)
   select 'bl-' || a.id, a.driver_id, a.platform, 'pb-' || a.id, a.offer_id, a.id, 'st-1', 'block',
     a.created_at + interval '3 hours', a.created_at + interval '5 hours', 9000, 'done', a.created_at from attempts a`,
  `insert into blocks (id, driver_id, platform, platform_block_id, offer_id, station_id, kind, start_at, end_at, pay_cents, state)
   select 'ba-' || n || '-' || k, 'driver-' || n, :platform, 'pa-' || n || '-' || k, 'oa-' || n || '-' || k, 'st-1', 'block',
     at, at + interval '3 hours', 9000, 'held'
   from generate_series(0, :count - 1) n, generate_series(1, 2) k,
     lateral (select case when n % 20 = 0 and k = 1 then now() - interval '1 hour' else now() + k * interval '20 hours' + n % 600 * interval '1 minute' end as at) a`,
  `insert into notification_settings (driver_id, routes, channels, quiet, repeat, reminder_minutes)
   select id, '{}', '{}', '{}', '{}', 60 from drivers where id like '%5'`,
  `insert into locations (driver_id, latitude, longitude, label, asked_at)
   select 'driver-' || n, 25, -80, 'Home', now() from generate_series(0, :count - 1) n where n % 3 = 0`,
  `insert into notifications (driver_id, kind, params, event, created_at)
   select 'driver-' || n, 'won', '{}', 'won ' || k, now() - k * interval '12 days' from generate_series(0, :count - 1) n, generate_series(1, 10) k`,
  `insert into outbox (driver_id, channel, recipient, template, event, seal_row, state, sent_at, created_at)
   select 'driver-' || n, 'push', 'device', 'news', n || ' ' || k, 'x', 'sent', now() - k * interval '4 days', now() - k * interval '4 days'
   from generate_series(0, :count - 1) n, generate_series(1, 10) k`,
  `insert into sessions (id, driver_id, token, expires_at)
   select 'se-' || n || '-' || k, 'driver-' || n, 'to-' || n || '-' || k, now() + (k - 2) * interval '5 days'
   from generate_series(0, :count - 1) n, generate_series(1, 3) k`,
  `insert into request_hours (driver_id, hour_at, used, first_half, second_half)
   select 'driver-' || n, date_trunc('hour', now()) - h * interval '1 hour', 100, 1, 1
   from generate_series(0, :count - 1) n, generate_series(1, 48) h`,
  `insert into log_heads (driver_id, last_seq) select id, 0 from drivers`,
  `insert into autostart_tasks (id, driver_id, action, mode, minute, time_zone, from_day, to_day, next_day, next_at)
   select 'ta-' || n, 'driver-' || n, 'start', 'regular', 300, 'America/New_York', current_date, current_date + 20, current_date,
     now() - interval '1 second' from generate_series(0, :count - 1) n where n % 4 = 3`,
]
