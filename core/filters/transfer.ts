import type { Variant } from '../offers.ts'
import { fitPlan } from './fit.ts'
import type { HigherPlanPart } from './fit.ts'
import type { Filter } from './model.ts'
import type { Plan } from '../plans.ts'
import { renameStations, stationIdsOf } from './stations.ts'
import { readFilter } from './transfer/read.ts'

/** The file's format marker. */
export const TRANSFER_FORMAT = 'madruga.filter'
/** Increases when an older program could misread a file. */
export const TRANSFER_VERSION = 3

/** A station in a file, readable by a person and findable by another account. */
export type NamedStation = { id: string; code: string; city: string }

/** Why a file cannot be read: `broken` is the path of the first invalid value. */
export type TransferRefusal =
  | { reason: 'not_a_filter' | 'newer_format' | 'other_variant' }
  | { reason: 'broken'; path: string }

/** A filter from a file, reduced to what the driver's account and plan allow, and what was changed. */
export type ReadTransfer<F extends Filter = Filter> = {
  filter: F
  /** Codes (or ids, if the file has no code) of stations that the driver's account does not list: removed. */
  unknownStations: string[]
  /** Parts that need a higher plan: removed. */
  dropped: HigherPlanPart[]
  /** The zone of the file's hours, if it differs from the driver's. */
  otherZone: string | null
}

/** Serializes a filter as a file: codes beside ids, one value per line. `exportedAt` is epoch ms. */
export function writeTransfer(filter: Filter, stations: readonly NamedStation[], exportedAt: number): string {
  const ids = new Set(stationIdsOf(filter))
  const file = {
    format: TRANSFER_FORMAT,
    formatVersion: TRANSFER_VERSION,
    exportedAt: new Date(exportedAt).toISOString(),
    stations: stations
      .filter((station) => ids.has(station.id))
      .map(({ id, code, city }) => ({ id, code, city })),
    filter,
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/**
 * Reads such a file for a driver. Stations are matched by id, else by code. The filter is converted to the
 * driver's plan and time zone. It may still break a rule, which `validateFilter` reports in the editor.
 */
export function readTransfer<V extends Variant>(
  text: string,
  own: { variant: V; plan: Plan; timeZone: string; stations: readonly NamedStation[] },
): { ok: true; read: ReadTransfer<Extract<Filter, { variant: V }>> } | { ok: false; refusal: TransferRefusal }
export function readTransfer(
  text: string,
  own: { variant: Variant; plan: Plan; timeZone: string; stations: readonly NamedStation[] },
): { ok: true; read: ReadTransfer } | { ok: false; refusal: TransferRefusal } {
  const refuse = (refusal: TransferRefusal) => ({ ok: false, refusal }) as const
  const file = parse(text)
  if (file === undefined) return refuse({ reason: 'not_a_filter' })
  if (!isRecord(file) || file['format'] !== TRANSFER_FORMAT) return refuse({ reason: 'not_a_filter' })
  const { formatVersion, filter } = file
  if (typeof formatVersion !== 'number') return refuse({ reason: 'broken', path: 'formatVersion' })
  if (formatVersion > TRANSFER_VERSION) return refuse({ reason: 'newer_format' })
  if (!isRecord(filter)) return refuse({ reason: 'broken', path: 'filter' })
  if (filter['variant'] !== own.variant) return refuse({ reason: 'other_variant' })
  const reading = readFilter(upgradeFilter(filter, formatVersion), own.variant)
  if (!reading.ok) return refuse({ reason: 'broken', path: `filter.${reading.path}` })
  const matching = matchStations(reading.filter, namesIn(file['stations']), own.stations)
  const fit = fitPlan(matching.filter, own.plan)
  const { timeZone } = reading.filter
  return {
    ok: true,
    read: {
      filter: { ...fit.filter, timeZone: own.timeZone },
      dropped: fit.dropped,
      unknownStations: matching.unknown,
      otherZone: timeZone === own.timeZone ? null : timeZone,
    },
  }
}

/** Renamed keys of a filter: the format that renamed the key, its name before, its name since. */
const RENAMED = [
  [2, 'edition', 'plan'],
  [3, 'ask', 'confirmation'],
  [3, 'guards', 'safetyLimits'],
] as const

/** A filter of an older format with the keys of today. */
function upgradeFilter(filter: Record<string, unknown>, format: number): Record<string, unknown> {
  const copy = { ...filter }
  for (const [since, before, now] of RENAMED) {
    if (format >= since || copy[before] === undefined) continue
    copy[now] = copy[before]
    delete copy[before]
  }
  return copy
}

function matchStations(
  filter: Filter,
  names: ReadonlyMap<string, string>,
  own: readonly NamedStation[],
): { filter: Filter; unknown: string[] } {
  const ids = new Set(own.map((station) => station.id))
  const byCode = new Map(own.map((station) => [station.code, station.id]))
  const unknown: string[] = []
  const usedIds = new Set<string>()
  const match = (stationId: string): string | null => {
    const code = names.get(stationId)
    const id = ids.has(stationId) ? stationId : code === undefined ? undefined : byCode.get(code)
    if (id === undefined) unknown.push(code ?? stationId)
    // Two ids of a file can map to one station of this account; the first stays.
    if (id === undefined || usedIds.has(id)) return null
    usedIds.add(id)
    return id
  }
  return { filter: renameStations(filter, match), unknown }
}

/** Codes by id, as far as the file has them. */
function namesIn(stations: unknown): Map<string, string> {
  if (!Array.isArray(stations)) return new Map()
  return new Map(
    stations.flatMap((each: unknown) =>
      isRecord(each) && typeof each['id'] === 'string' && typeof each['code'] === 'string'
        ? [[each['id'], each['code']] as const]
        : [],
    ),
  )
}

/** The value of a JSON text; undefined if it is invalid. Some editors prepend a byte order mark. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
