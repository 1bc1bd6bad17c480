import type { Scenario } from '../scenarios.ts'
import { drawCount, drawLogNormal, drawWhole } from './random.ts'
import type { Random } from './random.ts'

export type Watch = 'quick' | 'steady' | 'casual'

/** A competitor who takes an offer so long after it was listed. */
export interface Taker {
  afterMs: number
  watch: Watch
  /** Which competitor, for viewers. */
  number: number
}

const SPREADS: Record<Watch, number> = { quick: 0.5, steady: 0.7, casual: 1 }
const WATCHES: readonly Watch[] = ['quick', 'steady', 'casual']

/**
 * How much of the crowd wants an offer at that pay per hour, 0 to 1: half of it at 21 $/h, about one in six
 * at the base pay of 18 $/h.
 */
export function findInterest(centsPerHour: number): number {
  return 1 / (1 + Math.exp((2_100 - centsPerHour) / 190))
}

/**
 * Which competitor takes an offer first, and when; undefined if no one wants it. Each kind of competitor has
 * a mean number of drivers and a log-normal reaction time.
 */
export function drawTaker(
  random: Random,
  crowd: Pick<Scenario, 'crowd' | 'reactionMs'>,
  interest: number,
): Taker | undefined {
  let first: Taker | undefined
  for (const watch of WATCHES) {
    const count = drawCount(random, crowd.crowd[watch] * interest)
    for (let index = 0; index < count; index++) {
      const afterMs = Math.round(drawLogNormal(random, crowd.reactionMs[watch], SPREADS[watch]))
      if (first === undefined || afterMs < first.afterMs) {
        first = { afterMs, watch, number: drawWhole(random, 100, 999) }
      }
    }
  }
  return first
}
