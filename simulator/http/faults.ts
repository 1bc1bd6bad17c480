import type { Faults } from '../scenarios.ts'

/** The faults of one answer. */
export interface Fate {
  /** Answered with this instead of being executed. */
  refusal?: 'unavailable' | 'timeout'
  delayMs: number
  drop: 'never' | 'before' | 'after'
  truncate: boolean
  drip: boolean
  /** The fault of a list of offers. */
  list?: 'empty' | 'duplicate' | 'wrongTypes' | 'huge'
}

const LIST_FAULTS = ['empty', 'duplicate', 'wrongTypes', 'huge'] as const
const HUGE_BYTES = 10 * 1024 * 1024

/** Draws the faults of one call: each by its own share. */
export function drawFate(faults: Faults, dice: () => number): Fate {
  const hits = (share: number) => share > 0 && dice() < share
  const fate: Fate = {
    delayMs: hits(faults.slowShare) ? faults.slowMs : 0,
    drop: hits(faults.drop) ? (dice() < 0.5 ? 'before' : 'after') : 'never',
    truncate: hits(faults.truncate),
    drip: hits(faults.drip),
  }
  if (hits(faults.unavailable)) fate.refusal = dice() < 0.7 ? 'unavailable' : 'timeout'
  const list = LIST_FAULTS.find((name) => hits(faults[name]))
  if (list !== undefined) fate.list = list
  return fate
}

/** Applies the fault to a list of offers. */
export function spoilList(body: string, fault: NonNullable<Fate['list']>): string {
  if (fault === 'empty') return '{"offers":[]}'
  if (fault === 'huge') return `${body.slice(0, -1)},"padding":"${'x'.repeat(HUGE_BYTES)}"}`
  const { offers } = JSON.parse(body) as { offers: Record<string, unknown>[] }
  if (fault === 'duplicate') return JSON.stringify({ offers: offers.flatMap((offer) => [offer, offer]) })
  return JSON.stringify({ offers: offers.map(spoilTypes) })
}

/** Shifts the timestamps that come from the platform's own clock. */
export function skewInstants(body: string, skewMs: number): string {
  return body.replaceAll(
    /"(expiresAt|checkedInAt|opensAt)":"([^"]+)"/g,
    (_, name: string, at: string) => `"${name}":"${new Date(Date.parse(at) + skewMs).toISOString()}"`,
  )
}

function spoilTypes(offer: Record<string, unknown>, index: number): Record<string, unknown> {
  const spoilt: Record<string, unknown>[] = [
    { payCents: `$${String(offer.payCents)}` },
    { start: 0, end: null },
    { stationId: { id: offer.stationId } },
    { offerId: 17 },
  ]
  return { ...offer, ...spoilt[index % spoilt.length] }
}
