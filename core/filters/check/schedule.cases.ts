import { amazon, days, onMonday, own, shared } from './samples.ts'
import type { Case } from './samples.ts'

/** The rules of days and ranges. */
export const SCHEDULE_CASES: Case[] = [
  ['no day', days({ days: [], mustEndInside: false }), [['schedule.days', 'filters.no_day']]],
  ['a day without hours', days(onMonday()), [['schedule.days.0.ranges', 'filters.no_range', { day: 1 }]]],
  [
    'all day needs no hours',
    days({ days: [{ day: 1, allDay: true, ranges: [] }], mustEndInside: false }),
    [],
  ],
  [
    'a day twice',
    days({ ...onMonday([60, 120]), days: [...onMonday([60, 120]).days, ...onMonday([180, 240]).days] }),
    [['schedule.days.1.day', 'filters.day_twice', { day: 1 }]],
  ],
  [
    'a start missing',
    days(onMonday([Number.NaN, 60])),
    [['schedule.days.0.ranges.0.startMinute', 'filters.required']],
  ],
  [
    'an end beyond the day',
    days(onMonday([60, 1441])),
    [['schedule.days.0.ranges.0.endMinute', 'filters.range_outside_day']],
  ],
  [
    'a start at 24:00',
    days(onMonday([1440, 60])),
    [['schedule.days.0.ranges.0.startMinute', 'filters.range_outside_day']],
  ],
  ['start equal to end', days(onMonday([60, 60])), [['schedule.days.0.ranges.0', 'filters.range_empty']]],
  ['the global schedule may cross midnight', days(onMonday([1320, 120]), 'basic'), []],
  [
    "a station's may not",
    own([{ schedule: onMonday([1320, 120]) }]),
    [['stations.0.settings.0.schedule.days.0.ranges.0', 'filters.range_order']],
  ],
  ['but it may end at 24:00', own([{ schedule: onMonday([1320, 1440]) }]), []],
  [
    'individual schedules are not basic',
    amazon({ shared: { ...shared, schedule: onMonday([60, 120]) } }, 'basic'),
    [['shared.schedule', 'filters.needs_advanced']],
  ],
  ['a second range', days(onMonday([60, 120], [120, 180]), 'advanced'), []],
  [
    'a second range is not basic',
    days(onMonday([60, 120], [180, 240]), 'basic'),
    [['schedule.days.0.ranges.1', 'filters.needs_advanced']],
  ],
  [
    'ranges that overlap',
    days(onMonday([60, 180], [120, 240])),
    [['schedule.days.0.ranges.1', 'filters.ranges_overlap']],
  ],
  [
    'ranges that overlap over midnight',
    days(onMonday([1200, 120], [1380, 1440])),
    [['schedule.days.0.ranges.1', 'filters.ranges_overlap']],
  ],
  ['ranges that touch, the later one first', days(onMonday([120, 180], [60, 120]), 'advanced'), []],
  [
    'three ranges',
    days(onMonday([60, 120], [180, 240], [300, 360])),
    [['schedule.days.0.ranges', 'filters.too_many_ranges', { max: 2 }]],
  ],
  [
    'a zone that there is not',
    amazon({ timeZone: 'Mars/Olympus' }),
    [['timeZone', 'filters.time_zone_unknown']],
  ],
  [
    'a zone by a name of old, which PostgreSQL does not know',
    amazon({ timeZone: 'AET' }),
    [['timeZone', 'filters.time_zone_unknown']],
  ],
]
