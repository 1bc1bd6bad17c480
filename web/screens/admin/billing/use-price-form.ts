import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, toProblem } from '../../../client.ts'
import { useReason } from '../ReasonField.tsx'
import { changesOf, readPrices, rebaseFields, toPriceFields } from './price-form.ts'
import type { PriceFields } from './price-form.ts'
import { refreshAccounting } from './queries.ts'
import type { PriceList } from './queries.ts'

/** The input, and the prices in force when typing began. */
type Typed = { base: PriceList; fields: PriceFields }

/**
 * The state of the price form over the prices in force: no input is lost if another operator sets them
 * meanwhile.
 */
export function usePriceForm(now: PriceList) {
  // Untouched fields follow the service's changes.
  const [typed, setTyped] = useState<Typed | null>(null)
  const reason = useReason()
  const fields = typed?.fields ?? toPriceFields(now.prices)
  const { prices, faults } = readPrices(fields)
  const outOfDate = typed !== null && typed.base.id !== now.id ? typed.base : null
  const changes = prices === null ? [] : changesOf(now.prices, prices)
  const save = useMutation({
    mutationFn: (wanted: Parameters<typeof api.accounting.setPrices>[0]) => api.accounting.setPrices(wanted),
    onSuccess: () => {
      setTyped(null)
      reason.forget()
    },
    onSettled: refreshAccounting,
  })
  const outdated = save.error !== null && toProblem(save.error).code === 'billing.prices_stale'
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
    error: outdated && outOfDate !== null ? null : save.error,
    type(next: PriceFields) {
      if (save.isSuccess) save.reset()
      setTyped({ base: typed?.base ?? now, fields: next })
    },
    /** Rebases the input onto the other operator's prices. */
    rebase() {
      if (typed === null) return
      save.reset()
      setTyped({ base: now, fields: rebaseFields(typed.base.prices, typed.fields, now.prices) })
    },
    drop() {
      save.reset()
      setTyped(null)
    },
    send() {
      const given = reason.ask()
      if (prices === null || changes.length === 0 || outOfDate !== null) return
      if (!given || save.isPending) return
      save.mutate({ prices, reason: reason.text, baseId: typed?.base.id ?? now.id })
    },
  }
}
