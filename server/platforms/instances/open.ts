import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { BudgetGrant, BudgetRequest, InstanceLack, InstanceStatement } from '@madruga/core/instances.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../../db.ts'
import type { Clock } from '../../kit/clock.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import type { AdapterOptions } from '../adapters/options.ts'
import { openInstanceHttp } from './fetch.ts'
import type { InstanceFetch, InstanceHttp, InstanceReply } from './fetch.ts'
import { readRetryAfter } from '../adapters/rest.ts'
import type { OfferFeed, Platform } from '../model.ts'
import { createInstanceBudget } from './budget.ts'
import type { Exchange } from './exchange.ts'
import type { OtherProcesses } from './shared-readings.ts'
import { shareAnswers } from '../shared-answers.ts'
import { debit, holdServer, nameOfInstance, openKey } from './store.ts'
import type { InstanceRow } from './store.ts'

export type OpenDeps = {
  row: InstanceRow
  /** Names this process among all that share the budget. */
  process: string
  db: Kysely<Tables>
  keyRing: KeyRing
  clock: Clock
  adapter(options: AdapterOptions): Platform
  /** Requests an hour that are one driver's. */
  share(): number
  /** Drivers that search there, in all processes. */
  searching(): number
  /** What the processes tell each other of readings; without it, this one is alone. */
  exchange?: Exchange | null
  /** Requests an hour that no driver makes more of, whatever the share. */
  mostPerDriver: number
  /** The time of budgets where it is not the database's: a process that is alone may move it by hand. */
  budgetTime?: () => Timestamp
  /** Grants requests of a record that is not stored; by default the budget that is stored with it. */
  debit?: (asked: BudgetRequest) => Promise<BudgetGrant | null>
  onFault(error: unknown, what: string): void
}

/** Whether an instance answers now, takes our key (`detail` is why not), and has all that couriers need. */
export type InstanceProbe = {
  answers: boolean
  keyRefused: boolean
  lacks: InstanceLack | null
  detail: string | null
  states?: InstanceStatement
}

/** An instance that this process works with. */
export type OpenInstance = {
  platform: Platform
  /** Whether it is still as this record says, apart from what may change while it is open. */
  isOf(row: InstanceRow): boolean
  /** Drivers that search there in this process. */
  drivers(): number
  /** Asks it now whether it answers. */
  probe(): Promise<InstanceProbe>
  /** Sends nothing from now on: every request goes without an answer. */
  end(): void
  close(): Promise<void>
}

/** What all drivers share is read no more often, however many they are. */
const LEAST_READ_MS = 500
/** Whether an instance answers is asked at most this often, since asking costs a request. */
const ANSWERS_MS = MINUTE_MS
/** Searches of an instance that has ended meet their trouble within this, before their feeds are closed. */
const LEAVE_MS = 2 * MINUTE_MS

/** A limit that does not tell its end is over with the minute. */
const HOLD_MS = MINUTE_MS
/** A server that asks for a longer wait is asked again after this. */
const MOST_HOLD_MS = HOUR_MS

/** Opens an instance. Throws when its key cannot be decrypted or its address is none. */
export function openInstance(deps: OpenDeps): OpenInstance {
  const { row, clock, db, budgetTime } = deps
  const name = nameOfInstance(row)
  const feeds = new Set<OfferFeed>()
  const key = openKey(deps.keyRing, row)
  const budget = createInstanceBudget({
    process: deps.process,
    debit: deps.debit ?? ((asked) => debit(db, row.id, asked, budgetTime)),
    drivers: () => feeds.size,
    clock,
    ...(budgetTime && { monotonic: budgetTime }),
    onFault: (error) => deps.onFault(error, `the budget of ${name} is not read now: nothing is requested`),
  })
  const { baseUrl, allowPrivate, options } = row
  const http = openInstanceHttp({ baseUrl, allowPrivate, take: budget.take })
  const gate = createGate(deps, http)
  const { fetch } = gate
  const { dispatcher } = http
  const readEveryMs = () => paceOf(deps, feeds.size)
  const others = othersOf(deps, () => feeds.size)
  const made = deps.adapter({ name, baseUrl, key, clock, fetch, dispatcher, options, readEveryMs, others })
  const platform: Platform = {
    ...made,
    openFeed(tokens, variant, tried) {
      const feed = made.openFeed(tokens, variant, tried)
      feeds.add(feed)
      return {
        ...feed,
        close() {
          feeds.delete(feed)
          feed.close()
        },
      }
    },
    // What the instance itself grants is for all of its drivers.
    limits: async () => ({ ok: true, value: { quotaPerHour: deps.share(), remaining: deps.share() } }),
    answers: shareAnswers(clock, { forMs: ANSWERS_MS }, () => made.answers()),
  }
  const end = (): void => {
    gate.close()
    budget.close()
    http.close().catch(() => {})
  }
  return {
    platform,
    isOf: (now) => isDeepStrictEqual(lastingOf(now), lastingOf(row)),
    drivers: () => feeds.size,
    probe: () => probe(made, gate, key),
    end() {
      end()
      clock.after(LEAVE_MS, () => {
        made.close().catch((error: unknown) => deps.onFault(error, `${name} was not closed`))
      })
    },
    async close() {
      end()
      await made.close()
    },
  }
}

/** Ms between readings that this many drivers share: as often as all of them would poll. */
function paceOf({ share, mostPerDriver }: OpenDeps, drivers: number): number {
  const perHour = Math.min(share(), mostPerDriver) * Math.max(1, drivers)
  return Math.max(LEAST_READ_MS, HOUR_MS / perHour)
}

/** The other processes whose drivers search there; no one is told anything while there are none. */
function othersOf(deps: OpenDeps, drivers: () => number): OtherProcesses | undefined {
  const { exchange, row } = deps
  if (!exchange) return undefined
  const shareHere = () => drivers() / Math.max(1, drivers(), deps.searching())
  return {
    gapMs: () => paceOf(deps, drivers()) * shareHere(),
    tell(news) {
      if (shareHere() < 1) exchange.tell(row.id, news)
    },
    listen: (hear) => exchange.listen(row.id, hear),
  }
}

async function probe(
  made: Platform,
  gate: ReturnType<typeof createGate>,
  key: string | null,
): Promise<InstanceProbe> {
  const answers = await made.answers()
  const lastFault = gate.lastFault()
  const keyRefused = answers && key !== null && /^status 40[13]$/.test(lastFault ?? '')
  if (!answers || keyRefused) return { answers, keyRefused, lacks: null, detail: lastFault }
  // Any web server answers: a page, where the software sends JSON.
  if (!gate.wasJson()) return { answers, keyRefused, lacks: 'software', detail: null }
  const lacks = (await made.lacks?.()) ?? null
  const states = await made.states?.()
  return { answers, keyRefused, lacks, detail: null, ...(states && { states }) }
}

/** What an adapter sends goes through here, until it is closed. */
function createGate({ row, db, budgetTime, onFault }: OpenDeps, http: InstanceHttp) {
  let isClosed = false
  let lastFault: string | null = null
  let wasJson = false
  /** All drivers wait, in every process: the server counts them together, as far as we know. */
  const hold = async (headers: Record<string, string>): Promise<void> => {
    const waitMs = Math.min(readRetryAfter(headers['retry-after']) ?? HOLD_MS, MOST_HOLD_MS)
    await holdServer(db, row.baseUrl, waitMs, budgetTime).catch((error: unknown) =>
      onFault(error, `the limit that ${nameOfInstance(row)} told is not stored`),
    )
  }
  const fetch: InstanceFetch = async (request) => {
    if (isClosed) return { kind: 'no_answer', detail: 'the operator disabled the instance' }
    const reply = await http.fetch(request)
    lastFault = faultIn(reply)
    wasJson = reply.kind === 'answer' && isJson(reply.body)
    if (reply.kind === 'answer' && reply.status === 429) await hold(reply.headers)
    return reply
  }
  return { fetch, lastFault: () => lastFault, wasJson: () => wasJson, close: () => void (isClosed = true) }
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** Why a request had no answer that counts, as an operator reads it. */
function faultIn(reply: InstanceReply): string | null {
  if (reply.kind === 'no_answer') return reply.detail
  if (reply.kind === 'over_budget') return 'the requests of this instance are used up'
  return reply.status < 400 ? null : `status ${reply.status}`
}

/** What an adapter is made with; the limit is read at each debit. */
function lastingOf({ baseUrl, sealedKey, options, allowPrivate }: InstanceRow) {
  return { baseUrl, sealedKey, options, allowPrivate }
}
