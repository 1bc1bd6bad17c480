import { z } from 'zod'
import { INSTANCE_KINDS, INSTANCE_LACKS } from '../instances.ts'
import { operationsOf } from './access.ts'
import { day, id, instant, language, storable, typedText } from './shapes.ts'

const operator = operationsOf('operator', 'instances')
const count = z.int().nonnegative()

const options = z.object({
  payMetaKey: storable.max(100).optional(),
  socketUrl: storable.max(300).optional(),
  /** ISO 4217, in which drivers are paid. */
  currency: storable.max(3).optional(),
  /** IANA. */
  timeZone: storable.max(60).optional(),
})

/** Whether each is in its range is told by field (`instances.invalid`). */
const houseLimit = z.number().nullable()

export const houseRules = z.object({
  headStartMinutes: houseLimit,
  allowanceHours: houseLimit,
  maxHoursPerDay: houseLimit,
  maxHoursPerWeek: houseLimit,
  restHoursBetweenDays: houseLimit,
  restHoursPerWeek: houseLimit,
  waitListPlaces: houseLimit,
  takesTurns: z.boolean(),
})

const memberPrice = z.object({ cents: z.number(), currency: storable.max(3) })

/** What an active member is asked for a month, the first entry first; each counts from a month, `2027-01`. */
export const memberPrices = z.array(memberPrice.extend({ from: z.string() }))

const entry = z.object({
  kind: z.enum(INSTANCE_KINDS),
  name: storable.trim().max(80),
  baseUrl: storable.trim().max(300),
  /** Stored encrypted and never answered; null = as stored. */
  key: storable.trim().max(1_000).nullable(),
  options,
  authorisedBy: storable.trim().max(120),
  authorisedOn: storable.max(10),
  maxRequestsPerMinute: z.number(),
  allowPrivate: z.boolean(),
  /** Of its members' bots; absent = as stored. */
  houseRules: houseRules.nullable().optional(),
  /** Of an active member a month, from the next month on; absent = as stored, null = nothing. */
  memberPrice: memberPrice.nullable().optional(),
})

const instance = z.object({
  id: z.string(),
  kind: z.enum(INSTANCE_KINDS),
  name: z.string(),
  baseUrl: z.string(),
  hasKey: z.boolean(),
  options,
  authorisedBy: z.string(),
  authorisedOn: day,
  maxRequestsPerMinute: z.int().positive(),
  allowPrivate: z.boolean(),
  houseRules: houseRules.nullable(),
  memberPrices,
  active: z.boolean(),
  createdAt: instant,
  /** Its adapter passes against a stand-in and has never met the platform. */
  isDraft: z.boolean(),
  /** The demo runs it in place of a platform. */
  isStandIn: z.boolean(),
  /** Whether it says itself that it authorised this service, and how it can. */
  confirmation: z.object({
    /** `withdrawn`: it said so once, and no longer does. */
    state: z.enum(['none', 'confirmed', 'withdrawn']),
    by: z.enum(['file', 'mail']).nullable(),
    /** Since when it is so; null = it never was. */
    at: instant.nullable(),
    /** What its host must answer at this address. */
    file: z.object({ url: z.string(), content: z.string() }),
    /** Domains whose administrator may confirm it. */
    domains: z.array(z.string()),
    /** An administrator has a code that may still be entered. */
    codeSentTo: z.string().nullable(),
  }),
  /** Accounts of drivers there. */
  connected: count,
  /** Requests of the last minute and hour; of the last hour, those that waited and that were given up. */
  used: z.object({ lastMinute: count, lastHour: count, waited: count, refused: count, searching: count }),
})

const testResult = z.object({
  answers: z.boolean(),
  /** It answers, and refuses the key. */
  keyRefused: z.boolean(),
  /** It answers, and this is missing there; null = nothing, or nothing that could be told. */
  lacks: z.enum(INSTANCE_LACKS).nullable(),
  detail: z.string().nullable(),
  /** What it says of its currency and time zone, where its operator is asked for them. */
  states: z
    .object({
      currency: z.string().nullable(),
      timeZone: z.string().nullable(),
      requestsPerMinute: z.int().positive().nullable(),
    })
    .optional(),
})

const hours = z.number().nonnegative()
const spread = z.object({ least: hours, median: hours, most: hours }).nullable()
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

const report = z.object({
  name: z.string(),
  month,
  /** Months that there are reports of, newest first. */
  months: z.array(month),
  shifts: z.object({ byBots: count, byPeople: count }),
  /** Who holds a shift of the month, or whose bot judged shifts in it. */
  members: z.object({ withBot: count, withoutBot: count }),
  /** Null = too few members to show it. */
  hours: z.object({ withBot: spread, withoutBot: spread }),
  /** In force now. */
  rules: houseRules.nullable(),
  /** Null = not counted then. */
  requests: count.nullable(),
})

/** Platforms that their operators host, and who authorised each. */
export const instances = {
  list: operator
    .get('', 'Every platform instance, with its requests')
    .output(z.object({ instances: z.array(instance) })),
  report: operator
    .get('/{id}/report', 'What bots did at an instance in a month, by default the present one')
    .input(z.object({ id, month: month.optional() }))
    .output(report),
  add: operator.post('', 'Record an instance that its operator authorised').input(entry).output(instance),
  edit: operator
    .put('/{id}', 'Change the record of an instance; its kind stays')
    .input(entry.extend({ id }))
    .output(instance),
  setActive: operator
    .post('/{id}/active', 'Disable an instance, so that nothing is requested from it, or enable it again')
    .input(z.object({ id, active: z.boolean(), reason: typedText(500) }))
    .output(instance),
  readFile: operator
    .post('/{id}/confirmation/file', "Read the file of the instance's own host, which confirms it")
    .input(z.object({ id }))
    .output(instance),
  sendCode: operator
    .post('/{id}/confirmation/code', "Send a code to an administrator of the instance's domain")
    .input(z.object({ id, email: storable.trim().max(254), language }))
    .output(instance),
  confirm: operator
    .post('/{id}/confirmation', 'Confirm the instance by the code that its administrator was sent')
    .input(z.object({ id, code: storable.max(40) }))
    .output(instance),
  test: operator.withoutStepUp
    .post('/{id}/test', 'Whether an instance answers now')
    .input(z.object({ id }))
    .output(testResult),
  tryOut: operator
    .post('/try', 'Whether an instance answers by a record that is not stored yet')
    .input(entry.extend({ id: id.nullable() }))
    .output(testResult),
}
