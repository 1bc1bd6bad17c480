import { useEffect } from 'react'
import { announce } from '../../announce.ts'
import { useWords } from '../../i18n.ts'
import { TextField } from '../../ui/TextField.tsx'
import { submit } from '../../ui/submit.ts'
import type { useTyped } from '../../ui/use-typed.ts'

/** A coupon's code: what it takes off, or why it takes nothing, stands under it; what was typed stays. */
export function CouponField({
  coupon: { typed, type, passOn },
  refused,
  takenCents,
}: {
  coupon: ReturnType<typeof useTyped>
  /** The code of the refusal; null = none. */
  refused: `billing.coupon_${string}` | null
  takenCents: number
}) {
  const { t, say, money } = useWords()
  const error = refused === null ? undefined : say(`error.${refused}` as Parameters<typeof say>[0])
  const taken = takenCents > 0 ? t('activation.coupon_taken', { sum: money(takenCents) }) : null
  const said = error ?? taken
  useEffect(() => {
    if (said !== null) announce(said)
  }, [said])
  return (
    <form noValidate className="grid gap-1" onSubmit={submit(passOn)}>
      <TextField
        label={t('activation.coupon')}
        aside={t('activation.optional')}
        name="coupon"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={60}
        value={typed}
        error={error}
        onChange={(event) => type(event.target.value)}
        onBlur={passOn}
      />
      {taken !== null && <p className="font-semibold leading-snug text-green">{taken}</p>}
    </form>
  )
}
