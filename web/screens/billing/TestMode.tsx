import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { Account } from './queries.ts'

/** Said wherever money is asked for while none moves; nothing once it does. */
export function TestMode({ account: { gateway } }: { account: Pick<Account, 'gateway'> }) {
  const { t } = useWords()
  return gateway.testMode ? <Notice kind="plain">{t('price.test_mode')}</Notice> : null
}
