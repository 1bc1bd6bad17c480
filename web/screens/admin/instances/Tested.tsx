import type { Outputs } from '@madruga/core/contract.ts'
import { describeKind } from '@madruga/core/instances.ts'
import type { InstanceKind } from '@madruga/core/instances.ts'
import { useWords } from '../../../i18n.ts'
import { Notice } from '../../../ui/Notice.tsx'

/** What a test of the connection found. */
export function Tested({
  tested: { answers, keyRefused, lacks, detail, states },
  kind,
}: {
  tested: Outputs['instances']['test']
  kind: InstanceKind
}) {
  const { t, number } = useWords()
  const software = describeKind(kind).label
  if (!answers) return <Notice kind="bad">{t('instances.silent', { detail: detail ?? '' })}</Notice>
  if (keyRefused) return <Notice kind="bad">{t('instances.key_refused')}</Notice>
  if (lacks !== null) return <Notice kind="bad">{t(`instances.lacks.${lacks}`, { software })}</Notice>
  const limit = states?.requestsPerMinute ?? null
  return (
    <Notice kind="good">
      {t('instances.answers', { software })}{' '}
      {limit !== null && t('instances.shared_limit', { limit: number(limit) })}
    </Notice>
  )
}
