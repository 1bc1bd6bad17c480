/** Why this device does not tell where it is. */
export type LocateFailure = 'denied' | 'unavailable' | 'unsupported'
export type Place = { latitude: number; longitude: number }

/** A phone that just woke needs some seconds to find its satellites. */
const TIMEOUT_MS = 20_000

/**
 * Where the device is right now, asked of it afresh, or why not. The browser asks the driver the first time.
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
