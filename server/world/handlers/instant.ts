import type { Outputs } from '@madruga/core/contract.ts'
import type { Handlers } from '../../http.ts'
import type { Timestamp } from '../../instant.ts'

type InstantDeps = {
  instant: Timestamp
  /** Whose map the pages draw. */
  map: Outputs['instant']['map']
}

/** The operations of instant. */
export function instantHandlers({ instant, map }: InstantDeps): Handlers['instant'] {
  return {
    get: ({ driverId }) => instant.read(driverId),
    map: async () => map,
    saveLocation: ({ driverId }, chosen) => instant.saveLocation(driverId, chosen),
    removeLocation: ({ driverId }) => instant.removeLocation(driverId),
    toggle: ({ driverId }, { enabled }) => instant.toggle(driverId, enabled),
  }
}
