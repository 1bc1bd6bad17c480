/** Why this device does not provide its location. */
export type LocateFailure = 'denied' | 'unavailable' | 'unsupported'
export type Place = { latitude: number; longitude: number }

/** A phone that just woke needs some seconds for a GPS fix. */
const TIMEOUT_MS = 20_000

/**
 * The device's current location, measured anew, or why not. The browser asks for permission the first time.
 */
export async function locate(): Promise<Place | LocateFailure> {
  if (!('geolocation' in navigator) || !window.isSecureContext) return 'unsupported'
  return await new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'denied' : 'unavailable'),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 0 },
    )
  })
}
