/** The part of Google's maps script that we use. */
type LatLng = { lat: number; lng: number }
type Drawn = { setMap(map: null): void }
export type GoogleMapObject = {
  panTo(at: LatLng): void
  addListener(name: 'click', listener: (event: { latLng: { lat(): number; lng(): number } }) => void): void
}
export type GoogleMaps = {
  Map: new (element: HTMLElement, options: object) => GoogleMapObject
  Marker: new (options: object) => Drawn
  Circle: new (options: object) => Drawn
}

type GoogleWindow = { google?: { maps?: GoogleMaps }; madrugaMapReady?: () => void }

/** Time-out of the script; blocked keys and networks never answer. */
const PATIENCE_MS = 15_000

let loading: Promise<GoogleMaps> | null = null

/** Loads Google's script once for the page, in the current language. Rejects if it cannot be loaded. */
export function loadGoogleMaps(key: string, language: string): Promise<GoogleMaps> {
  loading ??= load(key, language)
  loading.catch(() => (loading = null))
  return loading
}

function load(key: string, language: string): Promise<GoogleMaps> {
  const page = window as GoogleWindow
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('maps did not load')), PATIENCE_MS)
    page.madrugaMapReady = () => {
      clearTimeout(late)
      if (page.google?.maps) resolve(page.google.maps)
      else reject(new Error('maps came without a map'))
    }
    const script = document.createElement('script')
    const query = new URLSearchParams({
      key,
      language,
      region: 'US',
      loading: 'async',
      callback: 'madrugaMapReady',
    })
    script.src = `https://maps.googleapis.com/maps/api/js?${query}`
    script.async = true
    // Google checks a key restricted to this site against the referrer.
    script.referrerPolicy = 'origin'
    script.addEventListener('error', () => {
      clearTimeout(late)
      script.remove()
      reject(new Error('maps did not load'))
    })
    document.head.append(script)
  })
}
