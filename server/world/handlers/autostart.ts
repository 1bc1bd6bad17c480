import type { Autostart } from '../../autostart.ts'
import type { Handlers } from '../../http.ts'

/** The operations of autostart. */
export function autostartHandlers(autostart: Autostart): Handlers['autostart'] {
  return {
    list: ({ driverId }) => autostart.readTasks(driverId),
    create: ({ driverId }, wish) => autostart.createTask(driverId, wish),
    async remove({ driverId }, { id }) {
      await autostart.removeTask(driverId, id)
      return {}
    },
  }
}
