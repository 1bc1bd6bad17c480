import type { Market } from '../market.ts'
import { writeInstant } from './wire.ts'

/** The market in one object, for admins. Equal fingerprints mean equal histories. */
export function describeState(market: Market): object {
  const { world, clock, rules } = market
  return {
    scenario: world.scenario.name,
    seed: world.seed,
    clock: { kind: clock.kind, factor: clock.factor, now: writeInstant(world.now) },
    counts: {
      ...world.counts,
      offers: world.offers.size,
      drivers: world.drivers.size,
      blocks: world.blocks.size,
    },
    faults: { ...world.faults, quotaPerHour: world.quotaPerHour },
    metros: rules.metros.map(({ id, name, state, timeZone, towns }) => ({
      id,
      name,
      state,
      timeZone,
      towns: towns.length,
    })),
    fingerprint: world.fingerprint.copy().digest('hex'),
  }
}
