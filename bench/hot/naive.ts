import { POLL_MS, STATIONS, tokenOf } from './scene.ts'
import type { VisitPlan } from './scene.ts'
import { serveVisits } from './visit.ts'

/** The obvious loop: a timer per driver, global fetch, the whole reply parsed, Intl for each offer. */

type WireOffer = { offerId: string; stationId: string; start: string; end: string; payCents: number }

let polls = 0

function wants(offer: WireOffer): boolean {
  const startAt = new Date(offer.start)
  const hours = (new Date(offer.end).getTime() - startAt.getTime()) / 3_600_000
  const local = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(startAt)
  const isInside = local.some((part) => part.type === 'weekday')
  return STATIONS.includes(offer.stationId) && isInside && offer.payCents / hours >= 2_000
}

async function search(url: string, driver: number, seen: Set<string>): Promise<void> {
  const headers = { authorization: `Bearer ${tokenOf(driver)}` }
  try {
    const reply = await fetch(`${url}/v1/offers`, { headers })
    const { offers } = (await reply.json()) as { offers: WireOffer[] }
    polls++
    for (const offer of offers) {
      if (!wants(offer) || seen.has(offer.offerId)) continue
      seen.add(offer.offerId)
      const accept = await fetch(`${url}/v1/offers/${offer.offerId}/accept`, { method: 'POST', headers })
      await accept.text()
    }
  } catch {
    // The loop that everyone writes: retry next time.
  }
}

function start({ url, drivers }: VisitPlan): void {
  for (let driver = 0; driver < drivers; driver++) {
    const seen = new Set<string>()
    const loop = async () => {
      const dueAt = performance.now() + POLL_MS
      await search(url, driver, seen)
      setTimeout(() => void loop(), Math.max(0, dueAt - performance.now()))
    }
    setTimeout(() => void loop(), (driver / drivers) * POLL_MS)
  }
}

serveVisits({ start, polls: () => polls, takeReactions: () => [] })
