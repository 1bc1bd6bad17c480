import type { Outputs } from '@madruga/core/contract.ts'
import { useWords } from '../../i18n.ts'

/** Stations of a filter that the delivery app no longer lists, by their last names. */
export type Gone = Outputs['filters']['get']['gone']

/** Which they are, and the consequence. */
export function GoneWords({ gone }: { gone: Gone }) {
  const { t } = useWords()
  const places = gone.map(({ code }) => code).join(', ')
  return (
    <>
      {t('sync.gone', { count: gone.length, places })}
      <span className="mt-1 block font-normal">{t('sync.gone_text')}</span>
    </>
  )
}
