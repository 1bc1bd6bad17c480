import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'

/**
 * The map's drawing and search data, generated from packages at build time: many small files of our own, so
 * that a phone fetches only the few that its view or search needs. The doc comments below describe them;
 * `places.ts` and `land.ts` read them.
 */

const MODULE = 'virtual:map-data'
const loader = createRequire(import.meta.url)
type Files = Map<string, string>

/** Emits the files under `assets/map-<hash>`, and the module with their location. */
export function mapData(): Plugin {
  let data: { folder: string; files: Files } | null = null
  const make = () => (data ??= makeData())
  return {
    name: 'map-data',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load: (id) =>
      id === `\0${MODULE}` ? `export const MAP_FOLDER = ${JSON.stringify(make().folder)}` : null,
    generateBundle() {
      const { folder, files } = make()
      for (const [name, source] of files)
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { folder, files } = make()
        const [, name] = (request.url ?? '').split(`/${folder}/`)
        const text = name === undefined ? undefined : files.get(name)
        if (text === undefined) next()
        else response.end(text)
      })
    },
  }
}

function makeData(): { folder: string; files: Files } {
  const files = new Map([...makePlaces(), ...makeLand()])
  const hash = createHash('sha256')
  for (const [name, text] of files) hash.update(`${name}\n${text}\n`)
  return { folder: `assets/map-${hash.digest('hex').slice(0, 12)}`, files }
}

type Zip = { zip: string; city: string; state: string; latitude: number; longitude: number }

/**
 * `zips/33.txt`: `101<tab>Miami<tab>FL<tab>25.779<tab>-80.199`, the ZIP without its first two digits.
 * `cities/m.txt`: the same of cities, with their number of ZIPs as a measure of size. `index.json`: the box
 * of each ZIP file, and the large cities.
 */
function makePlaces(): Files {
  const files: Files = new Map()
  const boxes: Record<string, Box> = {}
  const zips = readZips()
  for (const [prefix, rows] of groupBy(zips, ({ zip }) => zip.slice(0, 2))) {
    boxes[prefix] = boxOf(rows.map(({ longitude, latitude }) => [longitude, latitude]))
    const lines = rows.map((row) => [row.zip.slice(2), row.city, row.state, ...degrees(row, 3)].join('\t'))
    files.set(`zips/${prefix}.txt`, lines.sort().join('\n'))
  }
  const cities = [...groupBy(zips, ({ city, state }) => `${city}\t${state}`)].map(([name, rows]) => {
    const middle = (of: (row: Zip) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length
    const place = { latitude: middle((row) => row.latitude), longitude: middle((row) => row.longitude) }
    return { name, zips: rows.length, at: degrees(place, 3) }
  })
  for (const [letter, rows] of groupBy(cities, ({ name }) => name.charAt(0).toLowerCase())) {
    files.set(
      `cities/${letter}.txt`,
      rows.map(({ name, at, zips: count }) => [name, ...at, count].join('\t')).join('\n'),
    )
  }
  const large = cities
    .filter((city) => city.zips >= LARGE_ZIPS)
    .sort((one, other) => other.zips - one.zips)
    .map(({ name, zips: count, at }) => [name.split('\t')[0], count, ...at])
  files.set('index.json', JSON.stringify({ boxes, large }))
  return files
}

/** Cities named in a wide view. */
const LARGE_ZIPS = 5
/** GeoNames' ZIP codes of the states: ZIP, city, state, latitude, longitude; `zips/LICENSE` has the terms. */
const ZIPS = new URL('./zips/us.tsv', import.meta.url)

function readZips(): Zip[] {
  const rows = readFileSync(ZIPS, 'utf8').trimEnd().split('\n')
  return rows.map((row) => {
    const [zip = '', city = '', state = '', latitude, longitude] = row.split('\t')
    return { zip, city, state, latitude: Number(latitude), longitude: Number(longitude) }
  })
}

type Atlas = Topology<{ states: GeometryCollection; counties: GeometryCollection }>

/**
 * `states.json`: number, box and rings of each state. `counties/06.json`: the lines between its counties. A
 * line is `x, y, dx, dy, ...` in thousandths of a degree, about a hundred meters.
 */
function makeLand(): Files {
  const atlas = JSON.parse(readFileSync(loader.resolve('us-atlas/counties-10m.json'), 'utf8')) as Atlas
  const files: Files = new Map()
  const states = feature(atlas, atlas.objects.states).features.map(({ id, geometry }) => {
    const shapes =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : []
    const rings = shapes.flat()
    return { id: String(id), box: boxOf(rings.flat()), rings: rings.map(shorten) }
  })
  files.set('states.json', JSON.stringify(states))
  for (const { id } of states) {
    const counties = atlas.objects.counties.geometries.filter((each) => String(each.id).startsWith(id))
    const borders = { type: 'GeometryCollection', geometries: counties } as GeometryCollection
    const lines = mesh(atlas, borders, (one, other) => one !== other).coordinates
    files.set(`counties/${id}.json`, JSON.stringify(lines.map(shorten)))
  }
  return files
}

function shorten(line: readonly (readonly number[])[]): number[] {
  let [x, y] = [0, 0]
  return line.flatMap(([longitude = 0, latitude = 0], index) => {
    const [nextX, nextY] = [Math.round(longitude * 1000), Math.round(latitude * 1000)]
    const step = [nextX - x, nextY - y]
    ;[x, y] = [nextX, nextY]
    return index > 0 && step[0] === 0 && step[1] === 0 ? [] : step
  })
}

type Box = [west: number, south: number, east: number, north: number]

function boxOf(points: readonly (readonly number[])[]): Box {
  const box: Box = [180, 90, -180, -90]
  for (const [x = 0, y = 0] of points) {
    box[0] = Math.min(box[0], x)
    box[1] = Math.min(box[1], y)
    box[2] = Math.max(box[2], x)
    box[3] = Math.max(box[3], y)
  }
  return box
}

function degrees({ latitude, longitude }: { latitude: number; longitude: number }, digits: number): number[] {
  return [Number(latitude.toFixed(digits)), Number(longitude.toFixed(digits))]
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}
