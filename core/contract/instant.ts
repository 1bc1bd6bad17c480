import { z } from 'zod'
import { operationsOf } from './access.ts'
import { day, instant as at, place, typedText } from './shapes.ts'

const own = operationsOf('driver', 'instant')

const state = z.object({
  /** Where the driver waits; null = nothing saved. */
  location: place.extend({ label: z.string(), savedAt: at }).nullable(),
  /** An operator has enabled a device id. */
  deviceEnabled: z.boolean(),
  /**
   * As the platform says: on or off, and whether the driver has confirmed it in the delivery app. null = it
   * did not answer.
   */
  platform: z.object({ enabled: z.boolean(), confirmation: z.enum(['pending', 'confirmed']) }).nullable(),
  /** Days of this week (of the driver) on which they were on; each is billed. */
  days: z.array(day),
  dayCents: z.int().nonnegative(),
  /** Where the map begins while nothing is saved: the middle of the driver's stations. */
  around: place.nullable(),
})

/**
 * Whose map the pages draw: their own without any server, tiles of a URL template, or Google's by a key made
 * for pages.
 */
const map = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('offline') }),
  z.object({ provider: z.literal('tiles'), url: z.string(), attribution: z.string() }),
  z.object({ provider: z.literal('google'), key: z.string() }),
])

/** Instant offers, and the saved place that they are made for. */
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
