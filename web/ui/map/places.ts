import type { Place } from '@madruga/core/geo.ts'
import { plainDigits } from '@madruga/core/digits.ts'
import { straightMiles } from '@madruga/core/geo.ts'
import { overlaps } from './box.ts'
import type { Box } from './box.ts'

/** A named place; `size` grows with its city. */
export type NamedPlace = Place & { name: string; size: number }

/** Returns the text of one file of the map's data. */
export type ReadMapFile = (name: string) => Promise<string>
type Index = { boxes: Record<string, Box>; large: [name: string, size: number, lat: number, lng: number][] }

/** Maximum results in a list on a phone. */
const MOST = 6
const COORDINATES = /^(-?\d{1,2}(?:\.\d+)?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d+)?)$/
/** With decimal commas: only a semicolon, a blank, or both after the comma separates the two. */
const COMMA_COORDINATES = /^(-?\d{1,2}(?:,\d+)?)(?:\s*;\s*|,?\s+)(-?\d{1,3}(?:,\d+)?)$/

/**
 * Places for a driver's input: a ZIP code or its first three digits, a city with or without its state
 * ("Miami, FL"), or coordinates ("25.77, -80.19"). The larger city comes first. Rejects if the data cannot be
 * loaded.
 */
export async function findPlaces(input: string, read: ReadMapFile): Promise<NamedPlace[]> {
  const text = plainDigits(input).replaceAll('−', '-').trim()
  const point = COORDINATES.exec(text) ?? COMMA_COORDINATES.exec(text)
  if (point) return onEarth(toDegrees(point[1]), toDegrees(point[2]))
  if (/^\d{3,5}$/.test(text)) return await findZips(text, read)
  const [city = '', state = ''] = text.split(',').map(fold)
  return city.length < 2 ? [] : await findCities(city, state, read)
}

function toDegrees(text = ''): number {
  return Number(text.replace(',', '.'))
}

function onEarth(latitude: number, longitude: number): NamedPlace[] {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return []
  return [{ name: writeCoordinates({ latitude, longitude }), latitude, longitude, size: 0 }]
}

/** Coordinates in the search's format. */
export function writeCoordinates({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`
}

async function findZips(digits: string, read: ReadMapFile): Promise<NamedPlace[]> {
  const prefix = digits.slice(0, 2)
  const { boxes } = await readIndex(read)
  if (!boxes[prefix]) return []
  return (await readZips(prefix, read)).filter(({ name }) => name.startsWith(digits)).slice(0, MOST)
}

async function findCities(city: string, state: string, read: ReadMapFile): Promise<NamedPlace[]> {
  const letter = city.charAt(0)
  if (letter < 'a' || letter > 'z') return []
  const matching: { place: NamedPlace; exact: boolean }[] = []
  for (const line of (await read(`cities/${letter}.txt`)).split('\n')) {
    const [name = '', sign = '', latitude, longitude, size] = line.split('\t')
    const key = fold(name)
    if (!key.startsWith(city) || !sign.toLowerCase().startsWith(state)) continue
    const place = { latitude: Number(latitude), longitude: Number(longitude), size: Number(size) }
    matching.push({ place: { ...place, name: `${name}, ${sign}` }, exact: key === city })
  }
  const byRank = matching.sort(
    (one, other) => Number(other.exact) - Number(one.exact) || other.place.size - one.place.size,
  )
  return byRank.slice(0, MOST).map(({ place }) => place)
}

/** Without case, accents and periods: "st paul" finds "St. Paul". */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .trim()
    .toLowerCase()
}

/** The nearest named place, as a label for a spot on the map; the coordinates if none is near. */
export async function namePlace(place: Place, read: ReadMapFile): Promise<string> {
  const { latitude, longitude } = place
  const near: Box = [longitude - 0.5, latitude - 0.5, longitude + 0.5, latitude + 0.5]
  const places = await placesIn(near, read)
  let best: NamedPlace | null = null
  let miles = NEAR_MILES
  for (const each of places) {
    const away = straightMiles(place, each)
    if (away < miles) [best, miles] = [each, away]
  }
  return best?.name.replace(/^\d+ /, '') ?? writeCoordinates(place)
}

const NEAR_MILES = 15

/** The ZIP codes' places within a box, and around it. */
export async function placesIn(box: Box, read: ReadMapFile): Promise<NamedPlace[]> {
  const { boxes } = await readIndex(read)
  const prefixes = Object.keys(boxes).filter((prefix) => overlaps(boxes[prefix] as Box, box))
  const lists = await Promise.all(prefixes.map((prefix) => readZips(prefix, read)))
  return lists
    .flat()
    .filter(
      ({ latitude, longitude }) =>
        longitude >= box[0] && longitude <= box[2] && latitude >= box[1] && latitude <= box[3],
    )
}

/** Cities named in a wide view, the largest first. */
export async function largeCities(read: ReadMapFile): Promise<NamedPlace[]> {
  const { large } = await readIndex(read)
  return large.map(([name, size, latitude, longitude]) => ({ name, size, latitude, longitude }))
}

async function readIndex(read: ReadMapFile): Promise<Index> {
  return JSON.parse(await read('index.json')) as Index
}

async function readZips(prefix: string, read: ReadMapFile): Promise<NamedPlace[]> {
  const lines = (await read(`zips/${prefix}.txt`)).split('\n')
  return lines.map((line) => {
    const [rest = '', city = '', state = '', latitude, longitude] = line.split('\t')
    const name = `${prefix}${rest} ${city}, ${state}`
    return { name, latitude: Number(latitude), longitude: Number(longitude), size: 1 }
  })
}
