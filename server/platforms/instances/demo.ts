import type { Kysely } from 'kysely'
import { describeKind, INSTANCE_KINDS } from '@madruga/core/instances.ts'
import type { InstanceInput, InstanceKind } from '@madruga/core/instances.ts'
import type { Tables } from '../../db.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import { insertInstance, lockInstance, nameOfInstance, setInstanceActive, updateInstance } from './store.ts'

/** A stand-in of the demo as it runs now. */
type Running = {
  kind: InstanceKind
  url: string
  key: string | null
  brand: string
  options: InstanceInput['options']
  authorisedBy: string
}

/** What a stand-in allows a minute, as the software that it stands for. */
const REQUESTS_PER_MINUTE = 120

/**
 * Records a stand-in of the demo, or its address of this start; answers the name of its platform. What else
 * an operator of the demo has changed of the record stays.
 */
export async function openDemoInstance(
  db: Kysely<Tables>,
  keyRing: KeyRing,
  { kind, url, key, brand, options, authorisedBy }: Running,
  today: string,
): Promise<string> {
  const id = idOf(kind)
  await db.transaction().execute(async (tx) => {
    const known = await lockInstance(tx, id)
    if (known) {
      await updateInstance(tx, keyRing, id, { ...known, baseUrl: url, key })
      await setInstanceActive(tx, id, true)
      return
    }
    await insertInstance(tx, keyRing, id, {
      kind,
      name: brand,
      baseUrl: url,
      key,
      options,
      authorisedBy,
      authorisedOn: today,
      maxRequestsPerMinute: REQUESTS_PER_MINUTE,
      // It runs on this machine.
      allowPrivate: true,
    })
  })
  return nameOfInstance({ kind, id })
}

/** Disables what an earlier demo recorded: nothing of it runs in a service. */
export async function closeDemoInstances(db: Kysely<Tables>): Promise<void> {
  for (const kind of INSTANCE_KINDS) await setInstanceActive(db, idOf(kind), false)
}

/** Whether an instance is a stand-in that a demo recorded. */
export function isDemoInstance(id: string): boolean {
  return INSTANCE_KINDS.some((kind) => idOf(kind) === id)
}

function idOf(kind: InstanceKind): string {
  return `demo${describeKind(kind).label.toLowerCase()}`
}
