/** The market's time: the machine's, N times faster, or stepped by hand. */
export interface Clock {
  kind: 'real' | 'factor' | 'stepped'
  /** Market milliseconds per real millisecond; 0 for a stepped clock. */
  factor: number
  /** Epoch ms of the market; never goes back. */
  now(): number
  /** Advances a stepped clock; throws on any other. */
  advance(ms: number): void
}

export type ClockChoice = 'real' | 'stepped' | { factor: number }

/**
 * Creates a clock. `startAt` (epoch ms) is its start time, by default the machine's. A real clock with
 * another start keeps that offset.
 */
export function createClock(choice: ClockChoice, startAt: number = Date.now()): Clock {
  if (choice === 'stepped') return createSteppedClock(startAt)
  const factor = choice === 'real' ? 1 : choice.factor
  const origin = Date.now()
  let latest = startAt
  return {
    kind: choice === 'real' ? 'real' : 'factor',
    factor,
    now() {
      latest = Math.max(latest, Math.floor(startAt + (Date.now() - origin) * factor))
      return latest
    },
    advance() {
      throw new Error('only a stepped clock can be advanced')
    },
  }
}

function createSteppedClock(startAt: number): Clock {
  let now = startAt
  return {
    kind: 'stepped',
    factor: 0,
    now: () => now,
    advance(ms) {
      if (!(ms >= 0)) throw new Error('a clock goes forward only')
      now += ms
    },
  }
}
