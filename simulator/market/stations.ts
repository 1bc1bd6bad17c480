import { METROS } from './metros.ts'
import type { Metro } from './metros.ts'

export type Variant = 'amazon' | 'spark' | 'courier'

/** The source of offers: a warehouse (amazon), a shop (spark), or a place of work (courier). */
export interface Station {
  id: string
  variant: Variant
  metroId: string
  /** Warehouse code; empty for a shop. */
  code: string
  name: string
  /** Street address; empty for a warehouse. */
  address: string
  city: string
  state: string
  programme: 'logistics' | 'grocery' | 'pharmacy'
  lat: number
  lng: number
  timeZone: string
}

const STORE_NAMES = ['Bluegate Market', 'Cornerfield', 'Sunmill Foods', 'Homeway Supercenter'] as const
const STREETS = [
  'Main St',
  'Oak Ave',
  'Commerce Blvd',
  '2nd St',
  'Harbor Rd',
  'Mill Ln',
  'Lincoln Way',
] as const
const PROGRAMME_NAMES = { logistics: 'Delivery Station', grocery: 'Grocery', pharmacy: 'Pharmacy' } as const

/** Every warehouse, shop and place of the country: one of each per town, always the same ones. */
export function listStations(): Station[] {
  return METROS.flatMap((metro) =>
    metro.towns.flatMap((_, index) => [
      makeWarehouse(metro, index),
      makeStore(metro, index),
      makePlace(metro, index),
    ]),
  )
}

function makeWarehouse(metro: Metro, index: number): Station {
  const [code, city, lat, lng, programme, state] = townOf(metro, index)
  return {
    id: `st-${code.toLowerCase()}`,
    variant: 'amazon',
    metroId: metro.id,
    code,
    name: `${city} ${PROGRAMME_NAMES[programme]}`,
    address: '',
    city,
    state: state ?? metro.state,
    programme,
    lat,
    lng,
    timeZone: metro.timeZone,
  }
}

/** A shop is about a mile from its town's warehouse; name and address follow from its index. */
function makeStore(metro: Metro, index: number): Station {
  const [code, city, lat, lng, , state] = townOf(metro, index)
  const number = 100 + ((code.charCodeAt(0) * 131 + code.charCodeAt(1) * 37 + index * 61) % 88) * 25
  return {
    id: `sr-${code.toLowerCase()}`,
    variant: 'spark',
    metroId: metro.id,
    code: '',
    name: `${STORE_NAMES[index % STORE_NAMES.length]} ${city}`,
    address: `${number} ${STREETS[(index + code.charCodeAt(1)) % STREETS.length]}`,
    city,
    state: state ?? metro.state,
    programme: 'grocery',
    lat: Math.round((lat + 0.009) * 1e4) / 1e4,
    lng: Math.round((lng - 0.011) * 1e4) / 1e4,
    timeZone: metro.timeZone,
  }
}

/** Couriers begin in the middle of their town. */
function makePlace(metro: Metro, index: number): Station {
  const [code, city] = townOf(metro, index)
  const place = makeStore(metro, index)
  return {
    ...place,
    id: `pl-${code.toLowerCase()}`,
    variant: 'courier',
    code: city,
    name: `${city} couriers`,
    address: '',
  }
}

function townOf(metro: Metro, index: number): Metro['towns'][number] {
  const town = metro.towns[index]
  if (town === undefined) throw new Error(`no town ${index} in ${metro.id}`)
  return town
}
