import { randomBytes } from 'node:crypto'
import type { Courier, Entry, Settings, Shift, World } from './model.ts'
import { writeInstant } from './time.ts'

type Json = Record<string, unknown>

/** One shift as couriers see it. */
export function writeShift({ settings }: World, shift: Shift): Json {
  const { timeZone } = settings
  return {
    '@id': `/api/shifts/${shift.id}`,
    '@type': 'Shift',
    id: shift.id,
    activity: shift.activity,
    startsAt: writeInstant(shift.startsAt, timeZone),
    endsAt: writeInstant(shift.endsAt, timeZone),
    slots: shift.slots,
    breakMinutes: shift.breakMinutes,
    comment: shift.comment,
    assignments: shift.assignments.map((entry) => ({
      ...writeEntry(entry, 'ShiftAssignment', timeZone),
      adjustment: null,
    })),
    requiredSkills: shift.requiredSkills.map((name, at) => ({
      '@id': `/api/skills/${at + 1}`,
      '@type': 'Skill',
      id: at + 1,
      name,
    })),
    waitlist: shift.waitlist.map((entry) => writeEntry(entry, 'ShiftWaitlistEntry', timeZone)),
  }
}

/** One shift by itself, under the address that was called. */
export function writeShiftDocument(world: World, shift: Shift, path: string): Json {
  return { '@context': '/api/contexts/Shift', ...writeShift(world, shift), '@id': path }
}

/** A list of shifts in its envelope. `url`: path and query of the request. */
export function writeCollection(world: World, shifts: readonly Shift[], path: string, url: string): Json {
  return {
    '@context': '/api/contexts/Shift',
    '@id': path,
    '@type': 'hydra:Collection',
    'hydra:member': shifts.map((shift) => writeShift(world, shift)),
    'hydra:totalItems': shifts.length,
    'hydra:view': { '@id': url, '@type': 'hydra:PartialCollectionView' },
    'hydra:search': {
      '@type': 'hydra:IriTemplate',
      'hydra:template': `${path}{?date[after],date[before]}`,
      'hydra:variableRepresentation': 'BasicRepresentation',
      'hydra:mapping': ['date[after]', 'date[before]'].map((variable) => ({
        '@type': 'IriTemplateMapping',
        variable,
        property: 'date',
        required: false,
      })),
    },
  }
}

export function writeSettings({ brandName, latlng, currencyCode, timeZone, locale }: Settings): Json {
  return {
    latlng,
    brand_name: brandName,
    currency_code: currencyCode.toLowerCase(),
    timezone: timeZone,
    country: 'fr',
    locale,
  }
}

/** What a sign-in answers beside the tokens. */
export function writeUser({ roles, username, email, id, enabled }: Courier): Json {
  return { roles, username, email, id, enabled }
}

/** What `Accept: application/json` gets of it: lists without an envelope, errors as RFC 7807, no `@` keys. */
export function writePlain(body: Json): unknown {
  if (body['@type'] === 'hydra:Error')
    return { type: '/errors', title: body['hydra:title'], detail: body['hydra:description'] }
  return withoutAt(body['hydra:member'] ?? body)
}

function withoutAt(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAt)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !name.startsWith('@'))
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutAt(item)]))
}

export function writeError(description: string): Json {
  return {
    '@context': '/api/contexts/Error',
    '@type': 'hydra:Error',
    'hydra:title': 'An error occurred',
    'hydra:description': description,
  }
}

/** An entry is no resource: its id is another one in each answer. */
function writeEntry({ courier, createdAt }: Entry, type: string, timeZone: string): Json {
  return {
    '@type': type,
    '@id': `/api/.well-known/genid/${randomBytes(10).toString('hex')}`,
    user: { '@type': 'User', '@id': `/api/users/${courier.id}`, username: courier.username },
    createdAt: writeInstant(createdAt, timeZone),
  }
}
