import type { Saving } from '@madruga/core/invoices.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'

/** That a plan would have cost less than the week came to so far, and the way to the plans. */
export function SavingNotice({ useCents, saving }: { useCents: number; saving: Saving }) {
  const { t, money } = useWords()
  return (
    <p className="mt-1 rounded-xl bg-surface-2 px-4 py-2 text-sm font-semibold leading-snug">
      {t('week.saving', {
        fees: money(useCents),
        flat: money(saving.weekCents),
        saves: money(saving.savesCents),
      })}{' '}
      <ScreenLink screen="activation" className="inline-flex min-h-12 items-center font-bold underline">
        {t('week.saving_go')}
      </ScreenLink>
    </p>
  )
}
