import { createHash, randomBytes } from 'node:crypto'
import type { Variant } from '@madruga/core/offers.ts'
import { enrolDriver } from './demo-market.ts'

/** Where the demo's own drivers work, so that newcomers meet the same offers. */
const METROS: Partial<Record<Variant, string>> = { amazon: 'miami', spark: 'dallas' }

/**
 * Creates an account of the demo's market for a driver who registered: each has their own, as two bots that
 * share one would take each other's blocks for theirs. Asked again, it has another password. null = the demo
 * has no market for this app.
 */
export async function enrolNewcomer(
  marketUrl: string,
  { driverId, variant }: { driverId: string; variant: Variant },
): Promise<{ email: string; password: string } | null> {
  const metro = METROS[variant]
  if (metro === undefined) return null
  const digest = createHash('sha256').update(`${driverId} ${variant}`).digest('hex')
  const account = {
    email: `newcomer-${digest.slice(0, 12)}@demo.madruga`,
    password: randomBytes(9).toString('base64url'),
  }
  await enrolDriver(marketUrl, { ...account, variant, metro })
  return account
}
