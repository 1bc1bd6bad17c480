import type { Block, Driver, LedgerEntry, Market, SignedIn, Station, World } from '../market.ts'

/** A timestamp in wire format: ISO 8601, UTC, with milliseconds. */
export function writeInstant(at: number): string {
  return new Date(at).toISOString()
}

export function writeSignedIn(signedIn: SignedIn): object {
  return { ...signedIn, expiresAt: writeInstant(signedIn.expiresAt) }
}

export function writeStation({
  id,
  code,
  name,
  city,
  state,
  programme,
  lat,
  lng,
  timeZone,
}: Station): object {
  return { id, code, name, city, state, programme, lat, lng, timeZone }
}

export function writeStore({ id, name, address, city, state, lat, lng, timeZone }: Station): object {
  return { id, name, address, city, state, lat, lng, timeZone }
}

export function writeBlock(market: Market, block: Block, now: number): object {
  const tipFinal = block.tipFinalAt <= now
  const { kind, batched, start, end, payCents, tipCents, miles, stops } = block.terms
  return {
    blockId: block.blockId,
    offerId: block.offerId,
    stationId: block.stationId,
    kind,
    batched,
    start: writeInstant(start),
    end: writeInstant(end),
    payCents,
    tipCents: tipFinal ? block.finalTipCents : tipCents,
    tipFinal,
    miles,
    stops,
    state: market.rules.findState(block, now),
  }
}

/** A block for admins: with its holder, also if released. */
export function writeHolding(market: Market, world: World, block: Block): object {
  return {
    ...writeBlock(market, block, world.now),
    state: market.rules.findState(block, world.now) ?? 'released',
    driverId: block.driverId,
    email: world.drivers.get(block.driverId)?.email,
    acceptedAt: writeInstant(block.acceptedAt),
    releasedAt: block.releasedAt === undefined ? undefined : writeInstant(block.releasedAt),
    checkedInAt: block.checkedInAt === undefined ? undefined : writeInstant(block.checkedInAt),
  }
}

export function writeInstantState({ instant }: Driver): object {
  return { enabled: instant.enabled, confirmation: instant.confirmed ? 'confirmed' : 'pending' }
}

export function writeEntry(entry: LedgerEntry): object {
  const { seq, at, ...rest } = entry
  return { seq, at: writeInstant(at), ...rest }
}

/** A driver on the page, without revealing the e-mail address. */
export function nameDriver(driver: Driver): string {
  return `${driver.email.slice(0, 2)}… ${driver.driverId.slice(-4)}`
}
