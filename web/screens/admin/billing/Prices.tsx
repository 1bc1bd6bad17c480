import { useQuery, useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api, toProblem } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import type { Words } from '../../../i18n.ts'
import { FailedOr } from '../../../ui/Failed.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { focusFault } from '../../../ui/focus-fault.ts'
import { submit } from '../../../ui/submit.ts'
import { Outcome } from '../Outcome.tsx'
import { ReasonField, useReason } from '../ReasonField.tsx'
import { LoadingCard } from '../Results.tsx'
import { PriceInputs } from './PriceInputs.tsx'
import { PricePreview } from './PricePreview.tsx'
import { changesOf, readHistory, readPrices, rebaseFields, toPriceFields } from './price-form.ts'
import type { PriceFields, PriceValue } from './price-form.ts'
import { pricesQuery, refreshAccounting } from './queries.ts'
import type { PriceList } from './queries.ts'
import { sayInstant } from './say.ts'

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

/** Who set prices when, why, and what changed. */
function PriceHistory({ now, history }: { now: PriceList; history: readonly PriceList[] }) {
  const words = useWords()
  const { t } = words
  return (
    <section className="card console-part" aria-labelledby="history">
      <h2 id="history">{t('accounting.history')}</h2>
      <ol className="accounting-history">
        {readHistory(now, history).map(({ list, changes }) => (
          <li key={list.id}>
            <p className="console-when tnum">
              {list.at !== null && (
                <time dateTime={new Date(list.at).toISOString()}>{sayInstant(words, list.at)}</time>
              )}
              <span>{list.actor ?? t('accounting.settings')}</span>
              {list.id === now.id && <b>{t('accounting.in_force')}</b>}
            </p>
            {changes.length > 0 ? (
              <Changes changes={changes} />
            ) : (
              <p className="text-sm">{t('accounting.first_prices')}</p>
            )}
            {list.reason !== null && <p className="console-reason">{list.reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The input, and the prices in force when typing began. */
type Typed = { base: PriceList; fields: PriceFields }

/**
 * The state of the price form over the prices in force: no input is lost if another operator sets them
 * meanwhile.
 */
function usePriceForm(now: PriceList) {
  // Untouched fields follow the service's changes.
  const [draft, setDraft] = useState<Typed | null>(null)
  const reason = useReason()
  const fields = draft?.fields ?? toPriceFields(now.prices)
  const { prices, faults } = readPrices(fields)
  const outOfDate = draft !== null && draft.base.id !== now.id ? draft.base : null
  const changes = prices === null ? [] : changesOf(now.prices, prices)
  const save = useMutation({
    mutationFn: (change: Parameters<typeof api.accounting.setPrices>[0]) => api.accounting.setPrices(change),
    onSuccess: () => {
      setDraft(null)
      reason.forget()
    },
    onSettled: refreshAccounting,
  })
  const isOutdated = save.error !== null && toProblem(save.error).code === 'billing.prices_stale'
  return {
    fields,
    prices,
    faults: reason.tried ? faults : [],
    changes,
    reason: reason.field,
    unchanged: reason.tried && prices !== null && changes.length === 0,
    /** The prices that the input is based on, if others are in force by now. */
    outOfDate,
    busy: save.isPending,
    saved: save.isSuccess,
    /** Once the other operator's changes are shown, the refusal adds nothing. */
    error: isOutdated && outOfDate !== null ? null : save.error,
    type(next: PriceFields) {
      if (save.isSuccess) save.reset()
      setDraft({ base: draft?.base ?? now, fields: next })
    },
    /** Rebases the input onto the other operator's prices. */
    rebase() {
      if (draft === null) return
      save.reset()
      setDraft({ base: now, fields: rebaseFields(draft.base.prices, draft.fields, now.prices) })
    },
    drop() {
      save.reset()
      setDraft(null)
    },
    send() {
      const hasReason = reason.ask()
      if (prices === null || changes.length === 0 || outOfDate !== null) return
      if (!hasReason || save.isPending) return
      save.mutate({ prices, reason: reason.text, baseId: draft?.base.id ?? now.id })
    },
  }
}

/** The changed prices, each with its previous value. */
export function Changes({ changes }: { changes: ReturnType<typeof changesOf> }) {
  const words = useWords()
  const { t } = words
  return (
    <ul className="tnum text-sm">
      {changes.map(({ name, before, after }) => (
        <li key={name}>
          {t(`accounting.price.${name}`)}:{' '}
          {t('audit.from_to', { before: sayValue(words, before), after: sayValue(words, after) })}
        </li>
      ))}
    </ul>
  )
}

function sayValue({ t, money, number }: Words, value: PriceValue): string {
  if (value.kind === 'cents') return money(value.cents)
  if (value.kind === 'percent') return t('accounting.percent', { percent: number(value.percent) })
  const { rule } = value
  if (rule.kind === 'none') return t('accounting.fee.none')
  if (rule.kind === 'flat') return money(rule.cents)
  return t('accounting.fee_said', { percent: number(rule.thousandths / 10), fixed: money(rule.fixedCents) })
}
