import type { Handlers } from '../../http.ts'
import type { Instances } from '../../platforms.ts'
import { acted } from './own.ts'

/** The operations of instances. */
export function instancesHandlers(instances: Instances): Handlers['instances'] {
  return {
    list: async () => ({ instances: await instances.list() }),
    add: acted(instances.add),
    edit: acted(instances.edit),
    setActive: acted(instances.setActive),
    test: async (_who, { id }) => await instances.test(id),
  }
}
