import { EVERY_DAY } from '@madruga/core/autostart.ts'
import { dayOf, weekSpan } from '@madruga/core/blocks.ts'
import { shiftDay } from '@madruga/core/days.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { giveFilter } from '../../console/admin.ts'
import type { DemoDriver } from '../../console/admin.ts'
import type { GatewayAccess } from '../../money/payments.ts'
import type { World } from '../../world.ts'
import type { Span } from './market.ts'

/** What people and sweeps did at a time; done again, it changes nothing. */
export type Happening = {
  at: Timestamp
  /** Whom it concerns; null = all of them. */
  driverId: string | null
  happen(): Promise<unknown>
}

/** A demo driver with their weeks. */
export type Person = { driver: DemoDriver; driverId: string; span: Span }

const FORECAST_AHEAD_DAYS = 30

/** Everything besides offers and blocks that happened in the weeks of these drivers, in order. */
export function keepDiary(
  world: World,
  gateway: GatewayAccess,
  operator: { id: string; name: string },
  people: readonly Person[],
): Happening[] {
  const [first, second] = people
  const happenings = people.flatMap((person): Happening[] => {
    const { driverId, span } = person
    return [
      { at: span.from + DAY_MS, driverId, happen: () => saveCard(world, gateway, person) },
      { at: span.until, driverId, happen: () => planStarts(world, person) },
      { at: span.until, driverId, happen: () => wantMore(world, person) },
    ]
  })
  happenings.push(...listWeekEnds(world, people))
  if (first) {
    happenings.push(...askAndAnswer(world, operator, first, FIRST_QUESTION))
    const { driverId, span } = first
    happenings.push({ at: span.from + 9 * DAY_MS, driverId, happen: () => inviteFriend(world, first) })
  }
  if (second) happenings.push(askOnly(world, second, OPEN_QUESTION))
  return happenings.sort((one, other) => one.at - other.at)
}

/** Saves a card as the driver's browser does, and lets weekly invoices be paid by themselves. */
async function saveCard({ billing }: World, gateway: GatewayAccess, { driver, driverId }: Person) {
  if ((await billing.listMethods(driverId)).length === 0) {
    const { clientSecret } = await billing.startMethod(driverId)
    const [id = ''] = clientSecret.split('_secret_')
    const reply = await fetch(`${gateway.url}/v1/setup_intents/${encodeURIComponent(id)}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.publishableKey}` },
      body: new URLSearchParams({
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': driver.card,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2039',
        'payment_method_data[card][cvc]': '123',
      }),
    })
    if (!reply.ok) throw new Error(`the card gateway does not save a demo driver's card: ${reply.status}`)
  }
  await billing.setAutopay(driverId, true)
}

/**
 * The sweeps do it for everybody at once: the weeks that end in one night are closed ten minutes after the
 * last of them is over, in the westernmost zone, and their invoices paid in the morning.
 */
function listWeekEnds({ billing }: World, people: readonly Person[]): Happening[] {
  const ends = people.flatMap(listEnds).toSorted((one, other) => one - other)
  const nights = ends.filter((end, index) => (ends[index + 1] ?? Infinity) - end > DAY_MS)
  return nights.flatMap((end) => [
    { at: end + 10 * MINUTE_MS, driverId: null, happen: billing.sweeps.closeWeeks },
    { at: end + 9 * HOUR_MS, driverId: null, happen: billing.sweeps.payByThemselves },
  ])
}

function listEnds({ driver, span }: Person): Timestamp[] {
  const ends: Timestamp[] = []
  let { to } = weekSpan(driver.timeZone, span.from)
  for (; to < span.until; { to } = weekSpan(driver.timeZone, to)) ends.push(to)
  return ends
}

/** The bot starts automatically every morning from now on. */
async function planStarts({ autostart }: World, { driver, driverId, span }: Person): Promise<void> {
  if ((await autostart.readTasks(driverId)).tasks.length > 0) return
  const tomorrow = shiftDay(dayOf(driver.timeZone, span.until), 1)
  await autostart.createTask(driverId, {
    action: 'start',
    mode: 'regular',
    liveLog: true,
    time: '05:00',
    every: 'range',
    from: tomorrow,
    to: shiftDay(tomorrow, FORECAST_AHEAD_DAYS),
    weekdays: [...EVERY_DAY],
  })
}

/** From now on the driver takes every hour that they can get. */
async function wantMore({ database, filters, platform }: World, { driver, driverId }: Person): Promise<void> {
  const deps = { db: database.kysely, filters, platform }
  await giveFilter(deps, driver, driverId, { baseVersion: 1, choose: driver.choose })
}

type Question = { topic: 'bot' | 'payment'; text: string }

const FIRST_QUESTION = {
  topic: 'bot' as const,
  text: 'Saturday morning I saw blocks at my station in the delivery app, but the bot was sleeping. Is something wrong with my account?',
  answer:
    'Hi Ana, your account is fine. With speed 1X the bot searches for 60 minutes and then sleeps for 70. If Saturdays matter to you, try 2X30: it searches 30 minutes and sleeps 30, so it is never away for long. You can change the speed under Filters at any time.',
}
const OPEN_QUESTION: Question = {
  topic: 'payment',
  text: '¿La factura semanal también cuenta los viajes que devolví en la app?',
}

/** A question in the first week, and the operator's answer two hours later. */
function askAndAnswer(
  { admin, support }: World,
  operator: { id: string; name: string },
  { driverId, span }: Person,
  { answer, ...question }: Question & { answer: string },
): Happening[] {
  const at = span.from + 5 * DAY_MS + 15 * HOUR_MS
  return [
    askAt({ support }, driverId, question, at),
    {
      at: at + 2 * HOUR_MS,
      driverId,
      async happen() {
        const { requests } = await support.listRequests(driverId)
        const [request] = requests
        if (request?.state === 'open') await admin.reply(operator, { id: request.id, text: answer })
      },
    },
  ]
}

/** A question of this morning that still waits for its answer. */
function askOnly({ support }: World, { driverId, span }: Person, question: Question): Happening {
  return askAt({ support }, driverId, question, span.until - 3 * HOUR_MS)
}

function askAt(
  { support }: Pick<World, 'support'>,
  driverId: string,
  question: Question,
  at: Timestamp,
): Happening {
  return {
    at,
    driverId,
    async happen() {
      const { requests } = await support.listRequests(driverId)
      if (requests.length === 0) await support.openRequest(driverId, question)
    },
  }
}

/** An invented number (555-01xx belongs to no one). */
const FRIENDS_PHONE = '3055550187'

async function inviteFriend({ referrals }: World, { driverId }: Person): Promise<void> {
  const { invitations } = await referrals.read(driverId)
  if (invitations.length === 0) await referrals.invite(driverId, FRIENDS_PHONE)
}
