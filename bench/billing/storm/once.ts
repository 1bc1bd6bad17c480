import { randomUUID } from 'node:crypto'
import type { Outputs } from '@madruga/core/contract.ts'
import { saveMethod, readMethods } from './operations/cards.ts'
import { sync } from './model.ts'
import type { Storm } from './model.ts'
import type { Verdict } from './invariants.ts'

/**
 * Sends one request this many times at once to both processes, each sent again until it is answered: one
 * payment, one charge.
 */
export async function sendAtOnce(storm: Storm, count: number): Promise<Verdict[]> {
  const driver = storm.people.drivers[0]!
  // Dice that always fall on a good card.
  await saveMethod(storm, driver, () => 0.3)
  const [method] = (await readMethods(driver))!
  const input = { plan: 'advanced', days: 7, coupon: '' }
  const quoted = await driver.phone.insist<Outputs['billing']['quote']>('POST', '/api/billing/quote', {
    ...input,
    methodKind: method!.kind,
  })
  const key = randomUUID()
  const body = { ...input, methodId: method!.id, key, expectCents: quoted!.body.totalCents }
  const sent = await Promise.all(
    Array.from({ length: count }, () => driver.phone.insist('POST', '/api/billing/subscriptions', body)),
  )
  const reading = sent.map((reply) => sync(storm, driver, reply, key))
  const ids = new Set(reading.map((payment) => payment?.id))
  const { rows } = await storm.database.pool.query<{ count: number }>(
    'select count(*)::int as count from payments where driver_id = $1',
    [driver.id],
  )
  const paid = reading.filter((payment) => payment?.state === 'paid').length
  const right = ids.size === 1 && paid === count && rows[0]!.count === 1
  const breach = `${ids.size} payments answered, ${rows[0]!.count} written, ${paid} of ${count} paid`
  const name = `${count} calls at once with one key: one effect, one answer`
  return [{ name, checked: count, broken: right ? 0 : 1, examples: right ? [] : [breach] }]
}
