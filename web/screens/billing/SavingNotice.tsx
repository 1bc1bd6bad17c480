import type { Saving } from '@madruga/core/invoices.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'

/** That a plan would have cost less than the week came to so far, and the way to the plans. */
export function SavingNotice({ useCents, saving }: { useCents: number; saving: Saving }) {
  const { t, money } = useWords()
  return (
    <div className="mt-1 flex items-center gap-3 rounded-xl bg-surface-2 px-4 py-1 text-sm leading-snug">
      <p className="min-w-0 flex-1 font-semibold">
        {t('week.saving', {
          fees: money(useCents),
          plan: t(`activation.${saving.plan}`),
          flat: money(saving.weekCents),
        })}
      </p>
      <ScreenLink
        screen="activation"
        className="inline-flex min-h-12 shrink-0 items-center font-bold underline"
      >
        {t('week.saving_go')}
      </ScreenLink>
    </div>
  )
}
