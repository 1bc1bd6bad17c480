import { useMutation } from '@tanstack/react-query'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { queryClient } from '../../queries.ts'
import { ConfirmSheet } from '../../ui/ConfirmSheet.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { Costs } from '../invoices/RunningWeek.tsx'
import type { Shown } from '../invoices/names.ts'
import { accountQuery } from './queries.ts'
import type { Account } from './queries.ts'

/**
 * Asks before an ended subscription is left for basic: what it costs from then on, and what becomes of the
 * filter.
 */
export function LeaveSheet({
  account,
  noun,
  open,
  onOpenChange,
}: Pick<Shown, 'noun'> & {
  account: Account
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { t } = useWords()
  const leave = useMutation({
    mutationFn: () => api.billing.leave({}),
    onSuccess: (after) => {
      onOpenChange(false)
      announce(t('activation.left'))
      queryClient.setQueryData(accountQuery.queryKey, after)
      // The menu, the bot and the filter are those of another plan now.
      void queryClient.invalidateQueries()
    },
  })
  return (
    <ConfirmSheet
      open={open}
      onOpenChange={(next) => {
        leave.reset()
        onOpenChange(next)
      }}
      title={t('activation.leave_title')}
      go={t('activation.leave_go')}
      keep={t('activation.leave_keep')}
      busy={leave.isPending}
      danger
      onGo={() => leave.mutate()}
    >
      <div className="grid gap-3 leading-snug">
        <div>
          <p>{t('activation.leave_text')}</p>
          <Costs account={account} noun={noun} />
        </div>
        <p>{t('activation.leave_filter')}</p>
        <RefusalNotice error={leave.error} />
      </div>
    </ConfirmSheet>
  )
}
