import { MINUTE_MS } from '@madruga/core/time.ts'
import type { Invariant } from './model.ts'
import { overlapsOutage, spansOf } from './run-schedule.ts'

/** A courier whose bot runs reaches the platform at least so often, however short its requests are. */
export const STARVED_MS = 10 * MINUTE_MS

/** The requests of all couriers' bots to their platform, which allows only this many a minute. */
export const instanceInvariants: readonly Invariant[] = [
  {
    name: 'no instance gets more requests in any minute than its operator allows',
    check({ instance }, see) {
      const { maxRequestsPerMinute, requests } = instance
      const times = requests.flatMap(({ sentAt }) => sentAt ?? []).sort((one, other) => one - other)
      let first = 0
      for (const [index, at] of times.entries()) {
        while (times[first]! <= at - MINUTE_MS) first++
        const count = index - first + 1
        see(count <= maxRequestsPerMinute ? null : `${count} requests in the minute until ${iso(at)}`)
      }
    },
  },
  {
    name: 'no courier whose bot runs is kept from the platform, however many others search',
    check(facts, see) {
      const sentTo = Map.groupBy(
        facts.instance.requests.filter(({ sentAt }) => sentAt !== null),
        ({ marketId }) => marketId,
      )
      for (const { id, marketId, variant } of facts.people) {
        if (variant !== 'courier') continue
        const sent = (sentTo.get(marketId) ?? []).map(({ sentAt }) => sentAt!)
        for (const span of spansOf(facts, id)) {
          if (span.phase !== 'running' || overlapsOutage(facts, span)) continue
          const { from, ms } = longestGap(span, sent)
          see(
            ms <= STARVED_MS
              ? null
              : `${id} sent nothing for ${Math.round(ms / MINUTE_MS)} min from ${iso(from)}`,
          )
        }
      }
    },
  },
]

/** The longest time within a span without a request. */
function longestGap(
  { from, to }: { from: number; to: number },
  sent: readonly number[],
): { from: number; ms: number } {
  const marks = [from, ...sent.filter((at) => at > from && at < to), to]
  return marks.slice(1).reduce(
    (longest, at, index) => {
      const gap = { from: marks[index]!, ms: at - marks[index]! }
      return gap.ms > longest.ms ? gap : longest
    },
    { from, ms: 0 },
  )
}

const iso = (at: number): string => new Date(at).toISOString()
