import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, toProblem } from '../../client.ts'
import { changesOf, readPrices, rebaseFields, toPriceFields } from './price-form.ts'
import type { PriceFields } from './price-form.ts'
import { refreshAccounting } from './queries.ts'
import type { PriceList } from './queries.ts'

/** What was typed, and the prices that stood when the typing began. */
type Typed = { base: PriceList; fields: PriceFields }

/**
 * The state of the prices' form over the prices in force: nothing typed is lost when somebody else sets them
 * meanwhile.
 */
export function usePriceForm(now: PriceList) {
  // What was not touched follows the service, whoever changes it.
  const [typed, setTyped] = useState<Typed | null>(null)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const fields = typed?.fields ?? toPriceFields(now.prices)
  const { prices, faults } = readPrices(fields)
  const outOfDate = typed !== null && typed.base.id !== now.id ? typed.base : null
  const changes = prices === null ? [] : changesOf(now.prices, prices)
  const save = useMutation({
    mutationFn: (wanted: Parameters<typeof api.accounting.setPrices>[0]) => api.accounting.setPrices(wanted),
    onSuccess: () => {
      setTyped(null)
      setReason('')
      setTried(false)
    },
    onSettled: refreshAccounting,
  })
  const outdated = save.error !== null && toProblem(save.error).code === 'billing.prices_stale'
  return {
    fields,
    prices,
    faults: tried ? faults : [],
    changes,
    reason,
    setReason,
    missesReason: tried && reason.trim() === '',
    unchanged: tried && prices !== null && changes.length === 0,
    /** The prices on top of which it was typed, when others are in force by now. */
    outOfDate,
    busy: save.isPending,
    saved: save.isSuccess,
    /** Once it is shown what others set, the refusal has nothing to add. */
    error: outdated && outOfDate !== null ? null : save.error,
    type(next: PriceFields) {
      if (save.isSuccess) save.reset()
      setTyped({ base: typed?.base ?? now, fields: next })
    },
    /** Puts what was typed on top of what others set. */
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
      setTried(true)
      if (prices === null || changes.length === 0 || outOfDate !== null) return
      if (reason.trim() === '' || save.isPending) return
      save.mutate({ prices, reason: reason.trim(), baseId: typed?.base.id ?? now.id })
    },
  }
}
