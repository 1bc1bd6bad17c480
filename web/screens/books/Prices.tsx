import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Outcome } from '../admin/Outcome.tsx'
import { PriceHistory } from './PriceHistory.tsx'
import { PriceInputs } from './PriceInputs.tsx'
import { PricePreview } from './PricePreview.tsx'
import { Changes } from './PriceWords.tsx'
import { changesOf, readPrices, rebaseFields, toPriceFields } from './price-form.ts'
import type { PriceFields } from './price-form.ts'
import { pricesQuery, refreshBooks } from './queries.ts'
import type { PriceList } from './queries.ts'

/** What everything costs, to be set; what that comes to; and what it was before. */
export function Prices() {
  const prices = useQuery(pricesQuery)
  if (!prices.data) {
    return prices.isError ? (
      <Failed error={prices.error} onRetry={() => void prices.refetch()} />
    ) : (
      <div className="card overflow-hidden" aria-busy="true">
        <SkeletonRows rows={8} />
      </div>
    )
  }
  return <PriceForm now={prices.data.now} history={prices.data.history} />
}

/** What was typed, and the prices that stood when the typing began. */
type Typed = { base: PriceList; fields: PriceFields }

function PriceForm({ now, history }: { now: PriceList; history: readonly PriceList[] }) {
  const { t } = useWords()
  const id = useId()
  // What was not touched follows the service, whoever changes it.
  const [typed, setTyped] = useState<Typed | null>(null)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const fields = typed?.fields ?? toPriceFields(now.prices)
  const { prices, faults } = readPrices(fields)
  const stale = typed !== null && typed.base.id !== now.id
  const changes = prices === null ? [] : changesOf(now.prices, prices)
  const save = useMutation({
    mutationFn: (wanted: Parameters<typeof api.books.setPrices>[0]) => api.books.setPrices(wanted),
    onSuccess: () => {
      setTyped(null)
      setReason('')
      setTried(false)
    },
    onSettled: refreshBooks,
  })
  const outdated = save.error !== null && toProblem(save.error).code === 'billing.prices_stale'
  const send = () => {
    if (prices === null || changes.length === 0 || stale || reason.trim() === '' || save.isPending) return
    save.mutate({ prices, reason: reason.trim(), baseId: typed?.base.id ?? now.id })
  }
  return (
    <div className="books-columns">
      <form
        id={id}
        noValidate
        className="card console-part"
        aria-labelledby={`${id}-title`}
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          send()
          focusFault(event.currentTarget)
        }}
      >
        <h2 id={`${id}-title`}>{t('books.part.prices')}</h2>
        <p className="text-muted">{t('books.prices_text')}</p>
        {typed !== null && stale && (
          <Stale
            base={typed.base}
            now={now}
            onTake={() => {
              save.reset()
              setTyped({ base: now, fields: rebaseFields(typed.base.prices, typed.fields, now.prices) })
            }}
            onDrop={() => {
              save.reset()
              setTyped(null)
            }}
          />
        )}
        <PriceInputs
          fields={fields}
          faults={tried ? faults : []}
          onChange={(next) => {
            if (save.isSuccess) save.reset()
            setTyped({ base: typed?.base ?? now, fields: next })
          }}
        />
        {changes.length > 0 && (
          <div className="grid gap-1">
            <h3 className="font-extrabold">{t('books.will_change')}</h3>
            <Changes changes={changes} />
          </div>
        )}
        <TextField
          label={t('admin.reason')}
          hint={t('books.prices_reason')}
          maxLength={500}
          value={reason}
          error={tried && reason.trim() === '' ? t('admin.need_reason') : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        {tried && prices !== null && changes.length === 0 && (
          <Notice kind="plain">{t('books.no_change')}</Notice>
        )}
        {!(outdated && stale) && (
          <Outcome done={save.isSuccess ? t('books.prices_saved') : null} error={save.error} />
        )}
        <button
          type="submit"
          className="btn justify-self-start"
          data-strong="true"
          aria-disabled={save.isPending || stale}
        >
          {t(save.isPending ? 'admin.saving' : 'books.prices_save')}
        </button>
      </form>
      <div className="grid content-start gap-4">
        <PricePreview prices={prices} />
        <PriceHistory now={now} history={history} />
      </div>
    </div>
  )
}

/** Somebody set prices while these were typed: what they changed, and what becomes of what was typed. */
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
            {t('books.stale_keep')}
          </button>
          <button type="button" className="btn" onClick={onDrop}>
            {t('books.stale_drop')}
          </button>
        </>
      }
    >
      <p>{t('books.stale', { actor: now.actor ?? t('books.settings') })}</p>
      <Changes changes={changesOf(base.prices, now.prices)} />
    </Notice>
  )
}

/** After the refusals have been drawn. */
function focusFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
