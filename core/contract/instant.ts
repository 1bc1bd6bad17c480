import { z } from 'zod'
import { operationsOf } from './access.ts'
import { day, instant as at, place, typedText } from './shapes.ts'

const own = operationsOf('driver', 'instant')

const state = z.object({
  /** Where the driver waits; null = not saved. */
  location: place.extend({ label: z.string(), savedAt: at }).nullable(),
  /** An operator has enabled a device id. */
  deviceEnabled: z.boolean(),
  /**
   * The platform's state: on or off, and whether the driver confirmed it in the delivery app. null = it did
   * not answer.
   */
  platform: z.object({ enabled: z.boolean(), confirmation: z.enum(['pending', 'confirmed']) }).nullable(),
  /** Days of the driver's week on which they were on; each is billed. */
  days: z.array(day),
  dayCents: z.int().nonnegative(),
  /** Initial map position while nothing is saved: the center of the driver's stations. */
  around: place.nullable(),
})

/**
 * The map that pages draw: our own without any server, tiles of a URL template, or Google's with a key for
 * browsers.
 */
const map = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('offline') }),
  z.object({ provider: z.literal('tiles'), url: z.string(), attribution: z.string() }),
  z.object({ provider: z.literal('google'), key: z.string() }),
])

/** Instant offers, and the saved location that they depend on. */
export const instant = {
  map: own.get('/map', 'Whose map the pages draw').output(map),
  get: own.get('', 'Instant offers and the saved location').output(state),
  saveLocation: own
    .put('/location', 'Save the place on the map; the platform is told')
    .input(z.object({ place, label: typedText(120) }))
    .output(state),
  removeLocation: own.whileSuspended
    .post('/location/remove', 'Forget the place; instant offers go off')
    .output(state),
  toggle: own
    .post(
      '/toggle',
      'Switch instant offers at the platform; it counts once it is confirmed in the delivery app',
    )
    .input(z.object({ enabled: z.boolean() }))
    .output(state),
}
