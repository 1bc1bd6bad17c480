import type { Instances } from '../instances/actions.ts'

/** Records a co-op's CoopCycle of this machine, as its operator would; answers the id of the instance. */
export async function recordCoop(instances: Pick<Instances, 'add'>, baseUrl: string): Promise<string> {
  const record = {
    kind: 'coopcycle',
    name: 'Bici Norte',
    baseUrl,
    key: null,
    options: {},
    authorisedBy: 'Marta',
    authorisedOn: '2026-11-01',
    maxRequestsPerMinute: 600,
    allowPrivate: true,
  } as const
  return (await instances.add({ id: null, name: 'olivia' }, record)).id
}
