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

/** One shift by itself. */
export function writeShiftDocument(world: World, shift: Shift): Json {
  return { '@context': '/api/contexts/Shift', ...writeShift(world, shift) }
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
    'hydra:search': { '@type': 'hydra:IriTemplate', 'hydra:template': `${path}{?date[after],date[before]}` },
  }
}

export function writeSettings({ brandName, latlng, currencyCode, timeZone }: Settings): Json {
  return {
    latlng,
    brand_name: brandName,
    currency_code: currencyCode.toLowerCase(),
    timezone: timeZone,
    country: 'fr',
    locale: 'fr',
  }
}

/** What a sign-in answers beside the tokens. */
export function writeUser({ roles, username, email, id }: Courier): Json {
  return { roles, username, email, id, enabled: true }
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
