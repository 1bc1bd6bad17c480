import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compileFilter, countPaid, estimatePay, rankOffers, replayFilter, RULES } from '../filters.ts'
import type { CompiledFilter, Filter, HeldSpan, OfferSum, Replay, Rule } from '../filters.ts'
import type { Observation } from '../observations.ts'
import { checkEveryCourse } from '../testing.ts'
import { DAY_MS, MINUTE_MS } from '../time.ts'
import { filters, GEOGRAPHY, histories, workable } from './replay/testing.ts'

const cases = filters.chain((filter) => histories(filter.variant).map((history) => ({ filter, history })))

/** Judges wave by wave with a newly prepared filter for each, as simply and slowly as possible. */
function judgePlainly(filter: Filter, history: readonly Observation[], visit: Visit): string[] {
  const held: HeldSpan[] = []
  const taken: string[] = []
  const sights = history.map((offer) => offer.seenAt)
  const weeks = Math.round((Math.max(...sights) - Math.min(...sights)) / (7 * DAY_MS)) || 1
  let leftMs = workable(filter).maxMinutesPerWeek * MINUTE_MS * weeks
  for (const seenAt of new Set(history.map((offer) => offer.seenAt))) {
    const compiled = compileFilter(filter, seenAt, { geography: GEOGRAPHY })
    const worked = compileFilter(workable(filter), seenAt, { geography: GEOGRAPHY })
    const wave = history.filter((offer) => offer.seenAt === seenAt)
    for (const offer of wave) visit(offer, compiled.judge(offer, { now: seenAt, held: [] }))
    const ranked = rankOffers(
      wave.map((offer) => ({ offer })),
      filter,
    )
    for (const { offer } of ranked) {
      if (worked.judge(offer, { now: seenAt, held }).outcome !== 'match') continue
      if (offer.endAt - offer.startAt > leftMs) continue
      leftMs -= offer.endAt - offer.startAt
      held.push({ startAt: offer.startAt, endAt: offer.endAt, stationId: offer.stationId })
      taken.push(offer.id)
    }
  }
  return taken
}
/** The sum of each currency, the second time. */
function addPlainly(sum: Record<string, number> = { count: 0 }, { payCents, currency }: Observation) {
  const money = currency ?? 'USD'
  return { ...sum, count: sum['count']! + 1, [money]: (sum[money] ?? 0) + payCents }
}

function byCurrency({ currency }: Replay, { count, cents, others }: OfferSum): Record<string, number> {
  const all = Object.fromEntries(others.map((one) => [one.currency ?? 'USD', one.payCents]))
  return { count, ...(countPaid({ count, cents, others }) > 0 && { [currency ?? 'USD']: cents }), ...all }
}

type Visit = (offer: Observation, verdict: ReturnType<CompiledFilter['judge']>) => void

/** The rules that can be the only failure. */
const LONE_FAILURES = RULES.filter((rule) => !/^(overlap|travel|rest_|days_|house_)/.test(rule))

test('a replay agrees with judging each offer at its time, and names the only failed rule', async () => {
  const seen = { fit: 0, held: 0, left: 0, blocked: new Set<Rule>() }
  const property = fc.property(cases, ({ filter, history }) => {
    const replay = replayFilter(filter, history, { geography: GEOGRAPHY })
    const fit: string[] = []
    const blocked = new Map<Rule, string[]>()
    const known = history.map((offer) => estimatePay(offer, filter))
    const taken = judgePlainly(filter, known, (offer, verdict) => {
      const [first, second] = verdict.explain().failed
      if (first === undefined) fit.push(offer.id)
      if (first === undefined || second !== undefined) return
      blocked.set(first.rule, [...(blocked.get(first.rule) ?? []), offer.id])
    })
    const idsOf = (places: number[]) => places.map((place) => history[place]!.id)
    assert.deepEqual(idsOf(replay.places.fit), fit)
    assert.deepEqual(idsOf(replay.places.held), taken)
    assert.deepEqual(
      new Map([...replay.places.blocked].map(([rule, places]) => [rule, idsOf(places)])),
      blocked,
    )
    const fitting = known.filter(({ id }) => fit.includes(id)).reduce(addPlainly, { count: 0 })
    assert.deepEqual(byCurrency(replay, replay.fit), fitting)
    assert.equal(replay.considered, history.length)
    seen.fit += fit.length
    seen.held += taken.length
    seen.left += fit.length - taken.length
    for (const rule of blocked.keys()) seen.blocked.add(rule)
  })
  await checkEveryCourse(property, 150, () => LONE_FAILURES.filter((rule) => !seen.blocked.has(rule)))
  assert.equal(seen.blocked.size, LONE_FAILURES.length)
  assert.ok(seen.fit > 100 && seen.held > 50 && seen.left > 50, JSON.stringify(seen))
})

test('a disabled kind is counted if enabling it would let the trip pass its minimum and stops', () => {
  const seen = { brought: 0, refused: 0 }
  const some = cases.filter(({ filter }) => filter.variant === 'spark')
  const property = fc.property(some, ({ filter, history: all }) => {
    assert.ok(filter.variant === 'spark')
    const history = all.filter((offer) => offer.kind !== 'block')
    let brought = 0
    for (const offer of history) {
      // The seed's kinds, written a second time.
      const many = offer.batched || (offer.stops ?? 0) > 3
      const kind = many ? 'multiple' : offer.kind === 'shopping' ? 'shopping' : 'curbside'
      if (filter.kinds[kind].enabled) continue
      const kinds = { ...filter.kinds, [kind]: { ...filter.kinds[kind], enabled: true } }
      const on = compileFilter({ ...filter, kinds }, offer.seenAt, { geography: GEOGRAPHY })
      if (on.judge(offer, { now: offer.seenAt, held: [] }).outcome === 'match') brought++
      else seen.refused++
    }
    const { blocked } = replayFilter(filter, history, { geography: GEOGRAPHY }).places
    assert.equal(blocked.get('kind')?.length ?? 0, brought)
    seen.brought += brought
  })
  fc.assert(property, { numRuns: 60 })
  assert.ok(seen.brought > 20 && seen.refused > 20, JSON.stringify(seen))
})
