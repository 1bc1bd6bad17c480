import type { Problem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Why an order was not taken; nothing was charged for it. */
export function Refusal({ problem: { code, params } }: { problem: Problem }) {
  const { t, say, money } = useWords()
  if (code === 'billing.prices_stale')
    return <Notice kind="plain">{t('pay.price_changed', { sum: money(Number(params.totalCents)) })}</Notice>
  return <Notice kind="bad">{say(`error.${code}`, params)}</Notice>
}
