import type { Outputs } from '@madruga/core/contract.ts'
import { useWords } from '../../i18n.ts'
import { useVariant } from '../../stations.ts'
import { placeName } from './place-name.ts'

/** Stations of a filter that the delivery app no longer lists, by their last names. */
export type Gone = Outputs['filters']['get']['gone']

/** Which they are, and the consequence. */
export function GoneWords({ gone }: { gone: Gone }) {
  const { t } = useWords()
  const variant = useVariant()
  const places = gone.map((place) => placeName(variant, place)).join(', ')
  return (
    <>
      {t('sync.gone', { count: gone.length, places })}
      <span className="mt-1 block font-normal">{t('sync.gone_text')}</span>
    </>
  )
}
