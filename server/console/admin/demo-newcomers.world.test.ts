import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import { startFleetbase } from '@madruga/simulator/platforms/fleetbase.ts'
import type { InstanceKind } from '@madruga/core/instances.ts'
import { systemClock } from '../../kit/clock.ts'
import { ADAPTERS, openInstanceHttp } from '../../platforms.ts'
import { enrolNewcomer } from './demo-newcomers.ts'

const coopcycle = await startCoopCycle({})
const fleetbase = await startFleetbase({})
after(async () => {
  await coopcycle.stop()
  await fleetbase.stop()
})

/** Whether a newcomer of the demo can sign in with the account that they are given. */
async function canSignIn(kind: InstanceKind, baseUrl: string, key: string | null): Promise<boolean> {
  const account = await enrolNewcomer({ kind, baseUrl }, { driverId: 'nina', variant: 'courier' })
  const { fetch, dispatcher, close } = openInstanceHttp({ baseUrl, allowPrivate: true })
  const given = { name: kind, baseUrl, key, clock: systemClock, fetch, dispatcher, options: {} }
  const platform = ADAPTERS[kind]!(given)
  const { ok } = await platform.signIn(account!)
  await platform.close()
  await close()
  return ok
}

test('a courier who registers in the demo has their own account at each stand-in', async () => {
  assert.ok(await canSignIn('coopcycle', coopcycle.url, null))
  assert.ok(await canSignIn('fleetbase', fleetbase.url, fleetbase.key))
})
