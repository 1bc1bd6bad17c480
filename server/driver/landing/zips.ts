import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from '@madruga/core/geo.ts'

/** The place of a ZIP code. */
export type ZipPlace = Place & { city: string; state: string }

/** A file of ZIP codes as the built app has it: `101<tab>Miami<tab>FL<tab>25.779<tab>-80.199`. */
const FILES = 'assets/map-*/zips/[0-9][0-9].txt'

/**
 * Finds ZIP codes in the map's data of the built app, whose files are read once, when they are first needed.
 * Null for a code that the Postal Service does not use, and for every code of an app without that data.
 */
export function openZips(webRoot: string): (zip: string) => Promise<ZipPlace | null> {
  let files: Map<string, string> | null = null
  const cache = new Map<string, Promise<Map<string, ZipPlace>>>()
  return async (zip) => {
    files ??= new Map(globSync(FILES, { cwd: webRoot }).map((file) => [file.slice(-6, -4), file]))
    const prefix = zip.slice(0, 2)
    const file = files.get(prefix)
    if (file === undefined) return null
    const places = cache.get(prefix) ?? readPlaces(join(webRoot, file))
    cache.set(prefix, places)
    return (await places).get(zip.slice(2)) ?? null
  }
}

async function readPlaces(file: string): Promise<Map<string, ZipPlace>> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  return new Map(
    lines.map((line) => {
      const [rest = '', city = '', state = '', latitude, longitude] = line.split('\t')
      return [rest, { city, state, latitude: Number(latitude), longitude: Number(longitude) }]
    }),
  )
}
