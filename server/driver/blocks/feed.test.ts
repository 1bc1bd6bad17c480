import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '@madruga/core/languages.ts'
import ICAL from 'ical.js'
import { HOUR_MS } from '@madruga/core/time.ts'
import { writeFeed } from './feed.ts'
import type { BlockView } from './model.ts'

const NASTY = [
  'Comma, semi;colon',
  'back\\slash "quoted"',
  'two\nlines\r\nand more',
  '🚚 Ñandú é 漢字 '.repeat(9).trim(),
]

/** Any block; `n` varies it. */
function blockAt(n: number, startAt: number, change: Partial<BlockView> = {}): BlockView {
  return {
    id: `b${n}`,
    stationId: 's1',
    stationCode: `VAX${n}`,
    stationName: 'Depot',
    timeZone: 'America/New_York',
    place: { latitude: 25.7617, longitude: -80.1918 },
    address: '1 Main Street',
    city: 'Miami, FL',
    kind: 'block',
    startAt,
    endAt: startAt + 3.5 * HOUR_MS,
    payCents: 8_400 + n,
    tipCents: n % 3 === 0 ? 1_000 : 0,
    miles: n % 2 === 0 ? 12.3 : null,
    stops: n % 2 === 0 ? 2 : null,
    state: 'held',
    acceptedAt: startAt - 48 * HOUR_MS,
    byBot: true,
    checkedInAt: null,
    releasedAt: null,
    changedAt: null,
    loss: null,
    reminderSkipped: false,
    ...change,
  }
}

/** The second library's result. */
function parse(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return { calendar, events: calendar.getAllSubcomponents('vevent') }
}
const valueOf = (component: ICAL.Component, name: string) => component.getFirstPropertyValue(name)
const instantOf = (component: ICAL.Component, name: string) => {
  const time = valueOf(component, name) as ICAL.Time
  assert.equal(time.zone, ICAL.Timezone.utcTimezone, `${name} is in UTC`)
  return time.toJSDate().getTime()
}

test('500 blocks across both clock changes are read back field by field by a second library', () => {
  // Seven hours apart from before the change of November 2026 until after the one of March 2027.
  const first = Date.parse('2026-10-30T04:15:00Z')
  const blocks = Array.from({ length: 500 }, (_, n) =>
    blockAt(n, first + n * 7 * HOUR_MS, {
      state: n % 5 === 0 ? 'forfeited' : n % 7 === 0 ? 'done' : 'held',
      reminderSkipped: n % 11 === 0,
      releasedAt: n % 5 === 0 ? first : null,
    }),
  )
  assert.ok(blocks.at(-1)!.startAt > Date.parse('2027-03-15T00:00:00Z'))
  const { calendar, events } = parse(writeFeed(blocks, { language: 'en', reminderMinutes: 30 }))
  assert.equal(valueOf(calendar, 'version'), '2.0')
  assert.equal(valueOf(calendar, 'method'), 'PUBLISH')
  assert.equal(valueOf(calendar, 'x-wr-calname'), 'Madruga: my blocks')
  assert.equal(events.length, 500)
  for (const [n, block] of blocks.entries()) {
    const event = events[n]!
    const cancelled = block.state === 'forfeited'
    assert.equal(valueOf(event, 'uid'), `${block.id}@madruga`)
    assert.equal(instantOf(event, 'dtstart'), block.startAt)
    assert.equal(instantOf(event, 'dtend'), block.endAt)
    assert.equal(instantOf(event, 'dtstamp'), block.releasedAt ?? block.acceptedAt)
    assert.equal(valueOf(event, 'status'), cancelled ? 'CANCELLED' : 'CONFIRMED')
    assert.equal(valueOf(event, 'sequence'), cancelled ? 3 : 2)
    assert.equal(valueOf(event, 'transp'), cancelled ? 'TRANSPARENT' : 'OPAQUE')
    const dollars = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: block.payCents % 100 === 0 ? 0 : 2,
    }).format(block.payCents / 100)
    const tip = block.tipCents > 0 ? ` + ~$${block.tipCents / 100} tip` : ''
    assert.equal(
      valueOf(event, 'summary'),
      `${cancelled ? 'Given back: ' : ''}${block.stationCode} · ${dollars}${tip}`,
    )
    assert.equal(valueOf(event, 'location'), `VAX${n} Depot\n1 Main Street, Miami, FL`)
    assert.deepEqual(valueOf(event, 'geo'), [25.7617, -80.1918])
    const alarms = event.getAllSubcomponents('valarm')
    assert.equal(alarms.length, block.state === 'held' && !block.reminderSkipped ? 1 : 0)
    for (const alarm of alarms) {
      assert.equal(valueOf(alarm, 'action'), 'DISPLAY')
      assert.equal((valueOf(alarm, 'trigger') as ICAL.Duration).toSeconds(), -30 * 60)
      assert.equal(valueOf(alarm, 'description'), `VAX${n} starts in 30 minutes`)
    }
  }
  assert.equal(new Set(events.map((event) => valueOf(event, 'uid'))).size, 500)
})

test('what a platform puts into names is text and nothing else, on lines of 75 bytes at most', () => {
  const blocks = NASTY.map((name, n) =>
    blockAt(n, Date.parse('2026-11-21T18:00:00Z'), {
      stationCode: name,
      stationName: `${name}\r\nEND:VEVENT\r\nBEGIN:VEVENT`,
      address: name,
    }),
  )
  const text = writeFeed(blocks, { language: 'es', reminderMinutes: 15 })
  const lines = text.split('\r\n')
  assert.ok(!text.replaceAll('\r\n', '').includes('\n'), 'every line ends with CRLF')
  assert.ok(!text.replaceAll('\r\n', '').includes('\r'), 'and with nothing else')
  for (const line of lines) assert.ok(Buffer.byteLength(line) <= 75, `${Buffer.byteLength(line)}: ${line}`)
  assert.ok(!text.includes('\uFFFD'), 'no character was torn')
  const { events } = parse(text)
  assert.equal(events.length, NASTY.length)
  for (const [n, name] of NASTY.entries()) {
    const oneLine = name.replace(/\s+/g, ' ').trim()
    const summary = String(valueOf(events[n]!, 'summary'))
    assert.ok(summary.startsWith(`${oneLine} · $`), summary)
    const [title, address] = String(valueOf(events[n]!, 'location')).split('\n')
    assert.equal(title, `${oneLine} ${oneLine} END:VEVENT BEGIN:VEVENT`)
    assert.equal(address, `${oneLine}, Miami, FL`)
    const alarm = events[n]!.getFirstSubcomponent('valarm')!
    assert.equal(valueOf(alarm, 'description'), `${oneLine} empieza en 15 minutos`)
  }
})

/** The calendar's text for the pay of `blockAt(n)`. */
const paidFor = (n: number, tip: string) =>
  `$${((8_400 + n) / 100).toFixed(2)}`.replace('.00', '') + (n % 3 === 0 ? tip : '')

test('a station without a code, a name or anything to be seen spoils no event, and not the others', () => {
  const at = Date.parse('2026-11-20T12:00Z')
  const blanks = ['', ' ', '\n\t', '\u200B\u0000', '\u202E']
  const blocks = blanks.flatMap((blank, n) => [
    blockAt(10 * n, at + n * HOUR_MS, { stationCode: blank, stationName: blank, address: '', city: blank }),
    blockAt(10 * n + 1, at + n * HOUR_MS, { stationCode: blank }),
    blockAt(10 * n + 2, at + n * HOUR_MS, { stationName: blank }),
    blockAt(10 * n + 3, at + n * HOUR_MS, { stationCode: blank, stationName: blank }),
    blockAt(10 * n + 4, at + n * HOUR_MS, { stationCode: blank, stationName: blank, place: null }),
  ])
  for (const language of ['en', 'es'] as const) {
    const { events } = parse(writeFeed(blocks, { language, reminderMinutes: 30 }))
    assert.deepEqual(
      events.map((event) => [valueOf(event, 'location') ?? '', valueOf(event, 'summary')]),
      blanks.flatMap((_, n) => {
        const tip = language === 'en' ? ' + ~$10 tip' : ' + ~$10 de propina'
        const paid = (m: number) => paidFor(10 * n + m, tip)
        const somewhere = language === 'en' ? 'Station' : 'Estación'
        return [
          ['', `${somewhere} · ${paid(0)}`],
          ['Depot\n1 Main Street, Miami, FL', `Depot · ${paid(1)}`],
          [`VAX${10 * n + 2}\n1 Main Street, Miami, FL`, `VAX${10 * n + 2} · ${paid(2)}`],
          ['1 Main Street, Miami, FL', `${somewhere} · ${paid(3)}`],
          ['1 Main Street, Miami, FL', `${somewhere} · ${paid(4)}`],
        ]
      }),
    )
  }
})

test('without reminders nothing rings', () => {
  const block = blockAt(1, Date.parse('2026-11-21T18:00:00Z'))
  const { events } = parse(writeFeed([block], { language: 'en', reminderMinutes: null }))
  assert.equal(events[0]!.getAllSubcomponents('valarm').length, 0)
})

test('without blocks it is a valid calendar of the zone of its times alone', () => {
  const text = writeFeed([], { language: 'es', reminderMinutes: 60 })
  const calendar = new ICAL.Component(ICAL.parse(text))
  assert.deepEqual(
    calendar.getAllSubcomponents().map(({ name }) => name),
    ['vtimezone'],
  )
  const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone')!)
  assert.deepEqual([zone.tzid, zone.utcOffset(ICAL.Time.now())], ['Etc/UTC', 0])
  assert.equal(calendar.getFirstPropertyValue('method'), null)
  assert.ok(text.endsWith('END:VTIMEZONE\r\nEND:VCALENDAR'))
})

test('the text says what the block pays, in the language of its driver', () => {
  const block = blockAt(6, Date.parse('2026-11-21T18:00:00Z'), { payCents: 8_400, byBot: false })
  const say = (language: Language) =>
    valueOf(parse(writeFeed([block], { language, reminderMinutes: null })).events[0]!, 'description')
  assert.equal(say('en'), '$84 + ~$10 tip, $24 an hour\n12.3 miles, 2 stops\nAccepted by you.')
  assert.equal(say('es'), '$84 + ~$10 de propina, $24 por hora\n12.3 millas, 2 paradas\nLo aceptaste tú.')
  assert.equal(
    say('fr')?.toString().replaceAll('\u00a0', ' '),
    '84 $ + ~10 $ de pourboire, 24 $ de l’heure\n12,3 miles, 2 arrêts\nAccepté par toi.',
  )
  // An order of 16 minutes has no hourly pay to speak of.
  const short = { ...block, endAt: block.startAt + 16 * 60_000 }
  const { events } = parse(writeFeed([short], { language: 'en', reminderMinutes: null }))
  assert.doesNotMatch(String(valueOf(events[0]!, 'description')), /an hour/)
})

test('the same blocks are the same text, so that a calendar sees no change where there is none', () => {
  const blocks = [blockAt(1, Date.parse('2026-11-21T18:00:00Z'))]
  const owner = { language: 'en', reminderMinutes: 60 } as const
  assert.equal(writeFeed(blocks, owner), writeFeed(structuredClone(blocks), owner))
})

test('a calendar takes each change that the platform makes, in its order, and what is lost is canceled', () => {
  const startAt = Date.parse('2026-11-21T18:00:00Z')
  const { acceptedAt } = blockAt(1, startAt)
  const written = (change: Partial<BlockView>) => {
    const [event] = parse(
      writeFeed([blockAt(1, startAt, change)], { language: 'en', reminderMinutes: 30 }),
    ).events
    return event!
  }
  const lost = { state: 'forfeited', loss: 'gone' } as const
  const courses = [
    written({}),
    written({ changedAt: acceptedAt + HOUR_MS }),
    written({ ...lost, changedAt: acceptedAt + 2 * HOUR_MS }),
    written({ changedAt: acceptedAt + 3 * HOUR_MS }),
    written({
      changedAt: acceptedAt + 3 * HOUR_MS,
      state: 'forfeited',
      releasedAt: acceptedAt + 4 * HOUR_MS,
    }),
  ]
  const sequences = courses.map((event) => Number(valueOf(event, 'sequence')))
  assert.deepEqual(
    sequences,
    sequences.toSorted((one, other) => one - other),
  )
  assert.equal(new Set(sequences).size, courses.length)
  assert.equal(valueOf(courses[2]!, 'status'), 'CANCELLED')
  assert.match(String(valueOf(courses[2]!, 'summary')), /^No longer yours: /)
  assert.equal(instantOf(courses[2]!, 'dtstamp'), acceptedAt + 2 * HOUR_MS)
})
