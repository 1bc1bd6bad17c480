import type { Offer } from '../offers.ts'
import type { Mend } from './mend.ts'
import type { Filter } from './model.ts'
import { plainSkill } from './prepare.ts'
import { renameStations, stationIdsOf } from './stations.ts'

/**
 * The smallest change by which a filter leaves offers like one that the platform refused this driver: the
 * skills that they lack are removed from it, or else, where the platform named none, the offer's place. null
 * if the filter leaves them already, or if no place would remain.
 */
export function narrowFilter(
  filter: Filter,
  { stationId }: Pick<Offer, 'stationId'>,
  lacks: readonly string[],
): Mend | null {
  if (lacks.length > 0 && filter.variant === 'courier') {
    const missing = new Set(lacks.map(plainSkill))
    const skills = filter.skills.filter((skill) => !missing.has(plainSkill(skill)))
    if (skills.length === filter.skills.length) return null
    return { filter: { ...filter, skills }, changes: [{ rule: 'skills', from: null, to: null, hours: null }] }
  }
  const ids = stationIdsOf(filter)
  if (!ids.includes(stationId) || ids.length === 1) return null
  return {
    filter: renameStations(filter, (id) => (id === stationId ? null : id)),
    changes: [{ rule: 'station', from: null, to: null, hours: null }],
  }
}
