import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useWords } from '../../../i18n.ts'
import { FailedOr } from '../../../ui/Failed.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { focusFault } from '../../../ui/focus-fault.ts'
import { submit } from '../../../ui/submit.ts'
import { Outcome } from '../Outcome.tsx'
import { ReasonField } from '../ReasonField.tsx'
import { LoadingCard } from '../Results.tsx'
import { PriceHistory } from './PriceHistory.tsx'
import { PriceInputs } from './PriceInputs.tsx'
import { PricePreview } from './PricePreview.tsx'
import { Changes } from './PriceWords.tsx'
import { changesOf } from './price-form.ts'
import { pricesQuery } from './queries.ts'
import type { PriceList } from './queries.ts'
import { usePriceForm } from './use-price-form.ts'

/** All prices as a form, their effect, and their history. */
export function Prices() {
  const prices = useQuery(pricesQuery)
  if (!prices.data) {
    return (
      <FailedOr query={prices}>
        <LoadingCard rows={8} />
      </FailedOr>
    )
  }
  return <PriceForm now={prices.data.now} history={prices.data.history} />
}

function PriceForm({ now, history }: { now: PriceList; history: readonly PriceList[] }) {
  const { t } = useWords()
  const id = useId()
  const form = usePriceForm(now)
  return (
    <div className="accounting-columns">
      <form
        noValidate
        className="card console-part"
        aria-labelledby={id}
        onSubmit={submit((element) => {
          form.send()
          focusFault(element)
        })}
      >
        <h2 id={id}>{t('accounting.part.prices')}</h2>
        <p className="text-muted">{t('accounting.prices_text')}</p>
        <PriceInputs fields={form.fields} faults={form.faults} onChange={form.type} />
        {form.outOfDate === null && form.changes.length > 0 && (
          <div className="grid gap-1">
            <h3 className="font-extrabold">{t('accounting.will_change')}</h3>
            <Changes changes={form.changes} />
          </div>
        )}
        <ReasonField {...form.reason} hint={t('accounting.prices_reason')} />
        {form.unchanged && <Notice kind="plain">{t('accounting.no_change')}</Notice>}
        {form.outOfDate && <Stale base={form.outOfDate} now={now} onTake={form.rebase} onDrop={form.drop} />}
        <Outcome done={form.saved ? t('accounting.prices_saved') : null} error={form.error} />
        <button
          type="submit"
          className="btn justify-self-start"
          data-strong="true"
          aria-disabled={form.busy || form.outOfDate !== null}
        >
          {t(form.busy ? 'admin.saving' : 'accounting.prices_save')}
        </button>
      </form>
      <div className="grid content-start gap-4">
        <PricePreview prices={form.prices} />
        <PriceHistory now={now} history={history} />
      </div>
    </div>
  )
}

/** Another operator set prices meanwhile: shows their changes, and how to continue with this input. */
function Stale({
  base,
  now,
  onTake,
  onDrop,
}: {
  base: PriceList
  now: PriceList
  onTake: () => void
  onDrop: () => void
}) {
  const { t } = useWords()
  return (
    <Notice
      kind="bad"
      actions={
        <>
          <button type="button" className="btn" onClick={onTake}>
            {t('accounting.stale_keep')}
          </button>
          <button type="button" className="btn" onClick={onDrop}>
            {t('accounting.stale_drop')}
          </button>
        </>
      }
    >
      <p>{t('accounting.stale', { actor: now.actor ?? t('accounting.settings') })}</p>
      <Changes changes={changesOf(base.prices, now.prices)} />
    </Notice>
  )
}
