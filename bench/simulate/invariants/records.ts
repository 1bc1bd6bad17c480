import type { Facts } from '../facts.ts'
import type { Invariant } from './model.ts'

/** Stored records: the log, the daily figures, notifications and e-mails. */
export const recordInvariants: readonly Invariant[] = [
  {
    name: 'the lines of a log are numbered from 1 without a gap',
    check(facts, see) {
      for (const [id, lines] of Map.groupBy(facts.lines, (each) => each.driverId)) {
        const count = lines.reduce((sum, each) => sum + each.count, 0)
        const first = Math.min(...lines.map((each) => each.first))
        const last = Math.max(...lines.map((each) => each.last))
        see(first === 1 && last === count ? null : `${id}: ${count} lines, numbered ${first} to ${last}`)
      }
    },
  },
  {
    name: 'every attempt stands in the log once, with its outcome',
    check(facts, see) {
      for (const { id } of facts.people) {
        const of = (state: string) =>
          facts.attempts.filter((attempt) => attempt.driverId === id && attempt.state === state).length
        for (const [state, type] of [
          ['accepted', 'offer.accepted'],
          ['missed', 'offer.missed'],
        ] as const) {
          const lines = countOf(facts, id, type)
          // A win discovered after its attempt was abandoned has both lines.
          const fits = state === 'accepted' ? lines === of(state) : lines >= of(state)
          see(fits ? null : `${id}: ${of(state)} ${state}, ${lines} lines`)
        }
      }
    },
  },
  {
    name: 'the figures of the days add up to the log',
    check(facts, see) {
      const figures = new Map(facts.figures.map((each) => [each.driverId, each]))
      for (const { id } of facts.people) {
        const { accepted = 0, missed = 0, late = 0 } = figures.get(id) ?? {}
        const right =
          accepted === countOf(facts, id, 'offer.accepted') &&
          missed + late === countOf(facts, id, 'offer.missed')
        see(
          right
            ? null
            : `${id}: figures ${accepted} and ${missed} (${late} taken back), lines ${countOf(facts, id, 'offer.accepted')} and ${countOf(facts, id, 'offer.missed')}`,
        )
      }
    },
  },
  {
    name: 'every block that was won is told once',
    check(facts, see) {
      const told = new Map(facts.news.map((each) => [`${each.driverId} ${each.event}`, each.count]))
      for (const block of facts.blocks) {
        if (block.attemptId === null) continue
        const count = told.get(`${block.driverId} block:${block.id}`) ?? 0
        see(count === 1 ? null : `${block.id} of ${block.driverId}: told ${count} times`)
      }
    },
  },
  {
    name: 'the end of every 2X15 run is told, and by e-mail',
    rare: 'a 2X15 run lasts for three hours',
    check(facts, see) {
      for (const { id } of facts.people) {
        const ends = (facts.states.get(id) ?? []).filter(
          (state) => state.phase === 'pending_termination' && state.reason === 'speed_limit_reached',
        ).length
        if (ends === 0) continue
        const told = facts.news.filter((each) => each.driverId === id && each.kind === 'run_over').length
        const letters =
          facts.letters.find((each) => each.driverId === id && each.template === 'news')?.count ?? 0
        see(told === ends && letters >= ends ? null : `${id}: ${ends} ends, ${told} told, ${letters} letters`)
      }
    },
  },
]

function countOf(facts: Facts, id: string, type: string): number {
  return facts.lines.find((each) => each.driverId === id && each.type === type)?.count ?? 0
}
