import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { announce } from '../../announce.ts'
import { toProblem } from '../../client.ts'
import { requestKeys } from '../../idempotency-key.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { botQuery, queryClient, sessionQuery } from '../../queries.ts'
import { TextField } from '../../ui/TextField.tsx'
import { invoiceQuery, sendCoupon } from './queries.ts'
import type { Invoice } from './queries.ts'

/** The coupon field of an unpaid invoice; the reason of a refusal is shown under it, and the input stays. */
export function CouponForm({ number, onDone }: { number: string; onDone: (takenCents: number) => void }) {
  const words = useWords()
  const { t, money } = words
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // Set at once, unlike `isPending`, which a second tap may precede.
  const busy = useRef(false)
  useEffect(() => field.current?.focus(), [])
  const use = useMutation({
    mutationFn: (coupon: string) =>
      sendCoupon({ number, coupon, key: requestKeys.keyOf({ number, coupon }) }),
    onSuccess(invoice, coupon) {
      requestKeys.release({ number, coupon })
      const takenCents = takenOf(invoice)
      const isSettled = invoice.leftCents === 0
      announce(t(isSettled ? 'invoices.coupon_settled' : 'invoices.coupon_taken', { sum: money(takenCents) }))
      queryClient.setQueryData(invoiceQuery(number).queryKey, invoice)
      onDone(takenCents)
    },
    onError(thrown) {
      announce(sayProblem(words, thrown))
      field.current?.focus()
    },
    // A refusal may also mean that the invoice has changed meanwhile.
    onSettled() {
      busy.current = false
      readAgain()
    },
  })
  return (
    <form
      noValidate
      className="recap-act grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (busy.current) return
        busy.current = true
        use.mutate(code.trim())
      }}
    >
      <TextField
        ref={field}
        label={t('invoices.coupon_code')}
        name="coupon"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={60}
        value={code}
        error={use.error ? sayProblem(words, use.error) : undefined}
        onChange={(event) => setCode(event.target.value)}
      />
      <button type="submit" className="btn" aria-disabled={use.isPending}>
        {t(use.isPending ? 'form.busy' : 'invoices.coupon_use')}
        <span className="sr-only">{number}</span>
      </button>
    </form>
  )
}

function takenOf({ creditNotes }: Invoice): number {
  const note = creditNotes.findLast(({ cause }) => cause === 'coupon')
  return note === undefined ? 0 : note.cents - note.waivedCents
}

function sayProblem({ say }: Words, thrown: Error): string {
  const { code, params } = toProblem(thrown)
  return say(`error.${code}`, params)
}

/** The open amount, and with it whether the account is suspended. */
function readAgain(): void {
  for (const queryKey of [['billing'], sessionQuery.queryKey, botQuery.queryKey])
    void queryClient.invalidateQueries({ queryKey })
}
