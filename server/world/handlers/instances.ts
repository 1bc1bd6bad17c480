import type { Console } from '../../console.ts'
import type { Handlers } from '../../http.ts'
import type { Instances, Platforms } from '../../platforms.ts'
import { acted, asked } from './own.ts'

/** The operations of instances. */
export function instancesHandlers(
  instances: Instances,
  platforms: Pick<Platforms, 'probe'>,
  console: Pick<Console, 'readReport'>,
): Handlers['instances'] {
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
