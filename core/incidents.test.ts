import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { DEFAULT_INCIDENT_SETTINGS, decideIncidents, findIncidents, MOST_MUTED_MS } from './incidents.ts'
import type { Finding, OpenIncident, ServiceReading } from './incidents.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'

const NOW = Date.UTC(2026, 10, 23, 12)
const WELL: ServiceReading = {
  killed: false,
  serverAvailable: true,
  workers: 1,
  atWork: 10,
  silent: { count: 0, since: null },
  unread: { count: 0, since: null },
  stuck: { count: 0, since: null },
  starting: { count: 0, since: null },
  platformAnswers: true,
  books: { gateway: true, differences: 0 },
  jobs: [{ name: 'bot.stop_due', everyMs: 10_000, doneMsAgo: 9_000, failures: 0 }],
  messages: { failed: 0, ours: 0, waiting: 0, waitingSince: null },
  lateStarts: 0,
  withdrawnPlatforms: 0,
  lateRequests: { count: 0, since: null },
  backupAt: NOW - HOUR_MS,
  free: 0.5,
  writes: true,
}
const settings = DEFAULT_INCIDENT_SETTINGS
const find = (change: Partial<ServiceReading>) => findIncidents({ ...WELL, ...change }, settings, NOW)
const kinds = (change: Partial<ServiceReading>) => find(change).map(({ kind }) => kind)

test('a service that is well has no incident', () => assert.deepEqual(find({}), []))

test('each reading that is wrong is one incident, with its count', () => {
  const since = NOW - 10 * MINUTE_MS
  assert.deepEqual(find({ silent: { count: 2, since } }), [
    { kind: 'silent_bots', subject: '', count: 2, since },
  ])
  assert.deepEqual(kinds({ stuck: { count: 1, since } }), ['stuck_bots'])
  assert.deepEqual(find({ unread: { count: 1, since } }), [
    { kind: 'platform_silent', subject: '', count: 1, since },
  ])
  assert.deepEqual(find({ platformAnswers: false }), [
    { kind: 'platform_silent', subject: '', count: null, since: null },
  ])
  assert.deepEqual(kinds({ books: null }), [], 'no books are kept')
  assert.deepEqual(kinds({ workers: 0 }), ['no_workers'])
  assert.deepEqual(kinds({ workers: 0, atWork: 0 }), [], 'nobody needs a worker')
  assert.deepEqual(kinds({ starting: { count: 3, since } }), ['starts_wait'])
  assert.deepEqual(kinds({ starting: { count: 3, since: NOW - MINUTE_MS } }), [], 'starts take a while')
  assert.deepEqual(kinds({ books: { gateway: false, differences: 2 } }), ['gateway_silent', 'books_differ'])
  assert.deepEqual(kinds({ messages: { failed: 5, ours: 0, waiting: 7, waitingSince: NOW - HOUR_MS } }), [
    'messages_fail',
    'messages_wait',
  ])
  const ours = { failed: 0, ours: 1, waiting: 1, waitingSince: NOW }
  assert.deepEqual(
    kinds({ messages: ours }),
    ['sender_refused'],
    'one is enough: all others would fail alike',
  )
  assert.deepEqual(kinds({ lateStarts: 1 }), ['starts_late'])
  assert.deepEqual(kinds({ withdrawnPlatforms: 1 }), ['platform_withdrew'])
  assert.deepEqual(kinds({ lateRequests: { count: 1, since } }), ['support_late'])
  assert.deepEqual(kinds({ backupAt: NOW - 27 * HOUR_MS }), ['backup_old'])
  assert.deepEqual(kinds({ backupAt: null, free: null }), [], 'what is not known is not wrong')
  assert.deepEqual(kinds({ free: 0.05 }), ['disk_full'])
  assert.deepEqual(kinds({ free: 0.1 }), [], 'a tenth of it is free')
  assert.deepEqual(kinds({ writes: false, free: 0.05 }), ['not_writable', 'disk_full'])
})

test('one is enough to be wrong, and one worker is enough for every bot', () => {
  const one = { count: 1, since: null }
  assert.deepEqual(kinds({ silent: one, stuck: one, lateRequests: one, lateStarts: 1 }), [
    'silent_bots',
    'stuck_bots',
    'starts_late',
    'support_late',
  ])
  assert.deepEqual(kinds({ workers: 0, atWork: 1 }), ['no_workers'])
  assert.deepEqual(kinds({ books: { gateway: true, differences: 1 } }), ['books_differ'])
})

test('a job is wrong when it fails again and again, or misses three turns and a minute', () => {
  const job = { name: 'bot.stop_due', everyMs: 10_000, doneMsAgo: 0, failures: 0 }
  const of = (change: Partial<typeof job>) => find({ jobs: [{ ...job, ...change }] })
  assert.deepEqual(of({ failures: 2 }), [])
  assert.deepEqual(of({ failures: 3 }), [
    { kind: 'job_fails', subject: 'bot.stop_due', count: 3, since: null },
  ])
  assert.deepEqual(of({ doneMsAgo: 90_000 }), [])
  assert.equal(of({ doneMsAgo: 90_001 })[0]?.kind, 'job_late')
})

const SILENT: Finding = { kind: 'silent_bots', subject: '', count: 1, since: null }
const opened = (change: Partial<OpenIncident> = {}): OpenIncident => ({
  kind: 'silent_bots',
  subject: '',
  openedAt: NOW - 2 * MINUTE_MS,
  seenAt: NOW - MINUTE_MS,
  toldAt: null,
  acknowledgedAt: null,
  mutedUntil: null,
  heldCount: null,
  ...change,
})

test('operators are told after two minutes, not before, and again after six hours, not before', () => {
  const tell = (open: OpenIncident[]) => decideIncidents(open, [SILENT], NOW, settings).tell
  assert.deepEqual(tell([]), [])
  assert.deepEqual(tell([opened({ openedAt: NOW - MINUTE_MS })]), [])
  assert.deepEqual(tell([opened()]), [SILENT])
  assert.deepEqual(tell([opened({ toldAt: NOW - MINUTE_MS })]), [])
  assert.deepEqual(tell([opened({ toldAt: NOW - 6 * HOUR_MS })]), [SILENT])
  const impatient = { ...settings, afterMs: 0 }
  assert.deepEqual(decideIncidents([], [SILENT], NOW, impatient).tell, [SILENT], 'at the first sight')
})

test('an operator gets no alert about their own switch', () => {
  const open = [opened({ kind: 'killed', openedAt: NOW - HOUR_MS })]
  assert.deepEqual(decideIncidents(open, [{ ...SILENT, kind: 'killed' }], NOW, settings).tell, [])
})

test('what comes back within ten minutes was never over', () => {
  assert.deepEqual(decideIncidents([opened({ seenAt: NOW - 9 * MINUTE_MS })], [], NOW, settings).over, [])
  const gone = opened({ seenAt: NOW - 10 * MINUTE_MS })
  assert.deepEqual(decideIncidents([gone], [], NOW, settings).over, [gone])
})

test('whatever comes and goes, operators hear of one thing at most once in six hours', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 400 }), (minutes) => {
      let open: OpenIncident[] = []
      const told: number[] = []
      for (const [minute, wrong] of minutes.entries()) {
        const now = NOW + minute * MINUTE_MS
        const { seen, tell, over } = decideIncidents(open, wrong ? [SILENT] : [], now, settings)
        open = open
          .filter((each) => !over.includes(each))
          .map((each) => (wrong ? { ...each, seenAt: now } : each))
        if (seen.length > 0 && open.length === 0) open = [opened({ openedAt: now, seenAt: now })]
        if (tell.length === 0) continue
        told.push(minute)
        open = open.map((each) => ({ ...each, toldAt: now }))
      }
      const quick = told.filter((minute, index) => index > 0 && minute - told[index - 1]! < 12)
      assert.deepEqual(quick, [], 'not before it was over for ten minutes and wrong for two')
    }),
  )
})

const known = (change: Partial<OpenIncident>) =>
  opened({ toldAt: NOW - 24 * HOUR_MS, openedAt: NOW - 25 * HOUR_MS, heldCount: 4, ...change })
const decide = (change: Partial<OpenIncident>, count: number | null) => {
  const finding = { ...SILENT, kind: change.kind ?? SILENT.kind, count }
  const { seen, tell, loud, over } = decideIncidents([known(change)], [finding], NOW, settings)
  assert.deepEqual([seen.length, over.length], [1, 0], 'it is still wrong')
  return [tell.length, loud.length]
}

test('acknowledged or muted, an incident tells nothing more, however long it lasts', () => {
  assert.deepEqual(decide({}, 4), [1, 0], 'of one that is neither, operators are told again')
  assert.deepEqual(decide({ acknowledgedAt: NOW - HOUR_MS }, 4), [0, 0])
  assert.deepEqual(decide({ mutedUntil: NOW + 1 }, 4), [0, 0])
  assert.deepEqual(decide({ mutedUntil: NOW + 1, toldAt: null }, 4), [0, 0])
  assert.deepEqual(decide({ acknowledgedAt: NOW, heldCount: null }, null), [0, 0])
  assert.deepEqual(decide({ acknowledgedAt: NOW }, 3), [0, 0], 'it gets better')
  assert.deepEqual(decide({ acknowledgedAt: NOW, heldCount: null }, 4), [0, 0], 'it never had a count')
})

test('it comes back at once when it worsens', () => {
  assert.deepEqual(decide({ acknowledgedAt: NOW - 1 }, 5), [1, 1])
  assert.deepEqual(decide({ mutedUntil: NOW + HOUR_MS }, 5), [1, 1])
  assert.deepEqual(
    decide({ mutedUntil: NOW + HOUR_MS, toldAt: NOW - 1 }, 5),
    [1, 1],
    'though told a moment ago',
  )
  assert.deepEqual(
    [0, 1].map((count) => decide({ acknowledgedAt: NOW, heldCount: 0 }, count)[0]),
    [0, 1],
  )
  assert.deepEqual(decide({ acknowledgedAt: NOW, heldCount: 100 }, 124), [0, 0])
  assert.deepEqual(decide({ acknowledgedAt: NOW, heldCount: 100 }, 125), [1, 1])
  assert.deepEqual(decide({ kind: 'job_fails', acknowledgedAt: NOW }, 7), [0, 0], 'it was only tried again')
  assert.deepEqual(decide({ kind: 'job_fails', acknowledgedAt: NOW }, 8), [1, 1])
})

test('it comes back at once when the mute ends, also to who acknowledged it', () => {
  assert.deepEqual(decide({ mutedUntil: NOW }, 4), [1, 1])
  assert.deepEqual(decide({ mutedUntil: NOW, acknowledgedAt: NOW - HOUR_MS, toldAt: NOW - 1 }, 1), [1, 1])
  assert.deepEqual(decide({ kind: 'killed', mutedUntil: NOW }, null), [0, 1], 'a switch has no alerts')
})

test('what is acknowledged or muted is over as any other, and never before', () => {
  const held = { acknowledgedAt: NOW - HOUR_MS, mutedUntil: NOW + HOUR_MS }
  const [seen, gone] = [
    opened({ ...held, seenAt: NOW - 1 }),
    opened({ ...held, seenAt: NOW - 10 * MINUTE_MS }),
  ]
  assert.deepEqual(decideIncidents([seen], [], NOW, settings).over, [])
  assert.deepEqual(decideIncidents([gone], [], NOW, settings).over, [gone])
})

test('what is wrong, over or told again is so at its time and not a moment before', () => {
  const { tell, over } = {
    tell: (change: Partial<OpenIncident>) =>
      decideIncidents([opened(change)], [SILENT], NOW, settings).tell.length,
    over: (seenAt: number) => decideIncidents([opened({ seenAt })], [], NOW, settings).over.length,
  }
  assert.deepEqual([tell({ openedAt: NOW - 119_999 }), tell({ openedAt: NOW - 120_000 })], [0, 1])
  assert.deepEqual([tell({ toldAt: NOW - 21_599_999 }), tell({ toldAt: NOW - 21_600_000 })], [0, 1])
  assert.deepEqual([over(NOW - 599_999), over(NOW - 600_000)], [0, 1])
  const starting = (ms: number) => kinds({ starting: { count: 1, since: NOW - ms } })
  assert.deepEqual([starting(300_000), starting(300_001)], [[], ['starts_wait']])
  const waiting = (ms: number) =>
    kinds({ messages: { failed: 4, ours: 0, waiting: 1, waitingSince: NOW - ms } })
  assert.deepEqual([waiting(600_000), waiting(600_001)], [[], ['messages_wait']])
  const backup = (ms: number) => kinds({ backupAt: NOW - ms })
  assert.deepEqual([backup(26 * HOUR_MS), backup(26 * HOUR_MS + 1)], [[], ['backup_old']])
  assert.equal(MOST_MUTED_MS, 7 * 24 * HOUR_MS)
})

test('an incident of another kind, or of another job, is another one', () => {
  const late: Finding = { kind: 'job_late', subject: 'bot.stop_due', count: null, since: null }
  for (const open of [
    opened({ kind: 'job_fails', subject: 'bot.stop_due' }),
    opened({ kind: 'job_late', subject: 'mail.send' }),
  ]) {
    const gone = { ...open, seenAt: NOW - 10 * MINUTE_MS }
    const { tell, over } = decideIncidents([gone], [late], NOW, settings)
    assert.deepEqual([tell, over], [[], [gone]])
  }
})
