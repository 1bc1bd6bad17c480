import { IconChevronUp } from '../../../icons/drawings.ts'
import { useState } from 'react'
import type { Filter } from '@madruga/core/filters.ts'
import { isUnstated } from '@madruga/core/offers.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { useWords } from '../../../i18n.ts'
import { payParts } from '../../../pay.ts'
import { replayedPay } from '../../../replayed-pay.ts'
import { onDemand } from '../../../ui/on-demand.ts'
import { LateSheet, warmSheet } from '../../../ui/LateSheet.tsx'
import type { Section } from '../../offers/rules.ts'
import { useWhatIf } from './use-what-if.ts'
import type { WhatIf } from './use-what-if.ts'

export const LateWhatIfAnswer = onDemand(() =>
  import('./WhatIfAnswer.tsx').then(({ WhatIfAnswer }) => WhatIfAnswer),
)

/**
 * What the edited filter would have accepted of the newest offers, as an expandable line of the bottom bar.
 * `filter` is null while the input is invalid.
 */
export function WhatIfBar({
  variant,
  filter,
  onJump,
}: {
  variant: Variant
  filter: Filter | null
  /** Opens a section of the editor. */
  onJump: (section: Section) => void
}) {
  const { t } = useWords()
  const [open, setOpen] = useState(false)
  const { answer, late, failure, retry, offers, setOffers } = useWhatIf(variant, filter)
  if (filter === null && answer === undefined) return <Line>{t('dock.invalid')}</Line>
  if (failure !== null)
    return (
      <button type="button" className={LINE} onClick={retry}>
        <span className="min-w-0 flex-1 truncate font-semibold text-muted">{failure}</span>
      </button>
    )
  if (answer === undefined) return <Line busy>{t('dock.loading')}</Line>
  return (
    <>
      <button
        type="button"
        className={LINE}
        aria-haspopup="dialog"
        aria-busy={late}
        onPointerEnter={warmSheet}
        onClick={() => setOpen(true)}
      >
        <span className="flex min-w-0 flex-1 items-center justify-between gap-2">
          {filter === null ? <Muted>{t('dock.invalid')}</Muted> : <Fits answer={answer} late={late} />}
        </span>
        <IconChevronUp size={20} aria-hidden className="-mr-1 shrink-0 text-muted" />
        <span className="sr-only">{t('dock.open')}</span>
      </button>
      <LateSheet open={open} onOpenChange={setOpen} title={t('dock.title')}>
        <LateWhatIfAnswer
          {...{ variant, answer, late, offers }}
          onOffers={setOffers}
          onJump={(section) => {
            setOpen(false)
            onJump(section)
          }}
        />
      </LateSheet>
    </>
  )
}

const LINE =
  'flex min-h-12 w-full min-w-0 items-center gap-2 rounded-[0.875rem] bg-surface px-3.5 py-1.5 text-left leading-tight shadow-[inset_0_0_0_1.5px_var(--line)] hover:bg-surface-2'

function Line({ busy = false, children }: { busy?: boolean; children: string }) {
  return (
    <p className={LINE} aria-busy={busy}>
      <Muted>{children}</Muted>
    </p>
  )
}

function Muted({ children }: { children: string }) {
  return <span className="min-w-0 truncate font-semibold text-muted">{children}</span>
}

/**
 * What one driver could have held of the last offers, and what it pays; shortened on the narrowest phones.
 * Gray while a new count loads.
 */
function Fits({ answer, late }: { answer: WhatIf; late: boolean }) {
  const words = useWords()
  const { t, number } = words
  const { considered, fit, held, currency } = answer
  if (considered === 0) return <Muted>{t('dock.no_history')}</Muted>
  const offers = number(considered)
  const pay = replayedPay({ cents: Math.round(held.cents / 100) * 100, payBasis: held.payBasis }, currency)
  const [long, short] =
    fit.count === 0
      ? [t('dock.none', { offers }), t('dock.none_short', { offers })]
      : [t('dock.hold', { count: held.count, offers }), t('dock.hold_short', { count: held.count, offers })]
  return (
    <>
      <span className="tnum min-w-0 font-bold">
        <span className="max-[24rem]:hidden">{long}</span>
        <span className="min-[24rem]:hidden">{short}</span>
      </span>
      {fit.count > 0 && (
        <span className={`tnum shrink-0 text-lg font-extrabold ${late ? 'text-muted' : 'text-green'}`}>
          <span className="sr-only">, </span>
          {isUnstated(pay) ? (
            <span className="pay-unknown">{t('pay.not_stated')}</span>
          ) : (
            t('dock.worth', {
              pay: payParts(words, pay, true).amount,
              hours: words.hours(held.minutes * 60_000),
            })
          )}
        </span>
      )}
    </>
  )
}
