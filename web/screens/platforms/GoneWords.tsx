import type { Outputs } from '@madruga/core/contract.ts'
import { useWords } from '../../i18n.ts'

/** Places of a filter that the delivery app no longer has, as they were called last. */
export type Gone = Outputs['filters']['get']['gone']

/** Which they are, and what that means. */
export function GoneWords({ gone }: { gone: Gone }) {
  const { t } = useWords()
  return (
    <>
      {t('sync.gone', { count: gone.length, places: gone.map(({ code }) => code).join(', ') })}
      <span className="mt-1 block font-normal">{t('sync.gone_text')}</span>
    </>
  )
}
