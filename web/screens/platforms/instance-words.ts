import { formatDay } from '@madruga/core/days.ts'
import type { Words } from '../../i18n.ts'
import type { InstanceChoice } from './queries.ts'

/**
 * What a driver has to know of a platform at first sight: confirmed by itself, a draft, and run by the demo.
 */
export function marksOf({ t }: Words, { isConfirmed, isDraft, isStandIn }: InstanceChoice): string[] {
  return [
    ...(isConfirmed ? [t('platform.confirmed')] : []),
    ...(isDraft ? [t('platform.draft')] : []),
    ...(isStandIn ? [t('platform.stand_in')] : []),
  ]
}

/** Who authorised a platform, and since when. */
export function sayAuthorised({ t, locale }: Words, { authorisedBy, authorisedOn }: InstanceChoice): string {
  const day = formatDay(locale, authorisedOn, { dateStyle: 'medium' })
  return t('sync.platform_note', { who: authorisedBy, day })
}
