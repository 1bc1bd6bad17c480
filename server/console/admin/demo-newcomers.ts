import { createHash, randomBytes } from 'node:crypto'
import type { InstanceKind } from '@madruga/core/instances.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { askSimulator, enrolDriver } from './demo-market.ts'

/** Where the demo's own drivers work, so that newcomers meet the same offers. */
const METROS: Partial<Record<Variant, string>> = { amazon: 'miami', spark: 'dallas' }
/** Downtown Miami, where the stand-in of Fleetbase has its orders. */
const HERE = { latitude: 25.7743, longitude: -80.1937 }

/** What of the demo opens an account: its market, or a stand-in. */
export type Simulated = { kind: 'market' | InstanceKind; baseUrl: string }
/** How a newcomer signs in there; `email` is a user name where the platform wants one. */
type NewcomerAccount = { email: string; password: string }

/**
 * Creates an account at the demo's market, or at a stand-in, for a driver who registered: each has their own,
 * as two bots that share one would take each other's blocks for theirs. Asked again, it has another password.
 * null = the demo has no market for this app.
 */
export async function enrolNewcomer(
  { kind, baseUrl }: Simulated,
  { driverId, variant }: { driverId: string; variant: Variant },
): Promise<NewcomerAccount | null> {
  const digest = createHash('sha256').update(`${driverId} ${variant}`).digest('hex')
  const password = randomBytes(9).toString('base64url')
  const name = `newcomer-${digest.slice(0, 12)}`
  const email = `${name}@demo.madruga`
  switch (kind) {
    case 'market': {
      const metro = METROS[variant]
      if (metro === undefined) return null
      await enrolDriver(baseUrl, { email, password, variant, metro })
      return { email, password }
    }
    case 'coopcycle':
      await askSimulator(baseUrl, '/admin/couriers', { username: name, password })
      return { email: name, password }
    case 'fleetbase': {
      const phone = `+1305${(parseInt(digest.slice(0, 10), 16) % 10_000_000).toString().padStart(7, '0')}`
      await askSimulator(baseUrl, '/admin/drivers', { email, password, phone, online: true, location: HERE })
      return { email, password }
    }
  }
}
