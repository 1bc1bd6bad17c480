import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { acted, asked } from '../../module.ts'
import type { Handlers } from '../../module.ts'
import type { Instances } from './actions.ts'
import type { Platforms } from '../registry.ts'

type InstancesParts = {
  instances: Instances
  platforms: Pick<Platforms, 'probe'>
  console: { readReport(query: Inputs['instances']['report']): Promise<Outputs['instances']['report']> }
}

/** The operations of instances. */
export function instancesHandlers({ instances, platforms, console }: InstancesParts): Handlers['instances'] {
  return {
    list: async () => ({ instances: await instances.list() }),
    report: asked(console.readReport),
    add: acted(instances.add),
    edit: acted(instances.edit),
    setActive: acted(instances.setActive),
    readFile: acted(instances.readFile),
    sendCode: acted(instances.sendCode),
    confirm: acted(instances.confirm),
    test: async (_who, { id }) => await platforms.probe(id),
    tryOut: asked(instances.tryOut),
  }
}
