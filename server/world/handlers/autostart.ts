import type { Autostart } from '../../autostart.ts'
import type { Words } from '../../http.ts'

/** The operations of autostart. */
export function autostartWord(autostart: Autostart): Words['autostart'] {
  return {
    list: ({ driverId }) => autostart.readTasks(driverId),
    create: ({ driverId }, wish) => autostart.createTask(driverId, wish),
    async remove({ driverId }, { id }) {
      await autostart.removeTask(driverId, id)
      return {}
    },
  }
}
