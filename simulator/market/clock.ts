/** The market's time: the machine's, N times faster, or moved by hand. */
export interface Clock {
  kind: 'real' | 'factor' | 'stepped'
  /** How many market milliseconds pass in one of the machine's; 0 for a stepped clock. */
  factor: number
  /** Epoch ms of the market; never goes back. */
  now(): number
  /** Moves a stepped clock; throws on any other. */
  advance(ms: number): void
}

export type ClockChoice = 'real' | 'stepped' | { factor: number }

/**
 * Makes a clock. `startAt` (epoch ms) is where it begins: by default at the machine's time. A real clock that
 * begins elsewhere keeps that distance.
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
