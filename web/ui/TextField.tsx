import { useId } from 'react'
import { FieldFrame, describedBy } from './FieldFrame.tsx'
import type { FieldProps } from './FieldFrame.tsx'

export type TextFieldProps = Omit<FieldProps<'input'>, 'children'>

/** One line of text. */
export function TextField({ label, hint, error, aside, id, className = '', ...input }: TextFieldProps) {
  const fallbackId = useId()
  const own = id ?? fallbackId
  return (
    <FieldFrame id={own} label={label} hint={hint} error={error} aside={aside}>
      <input
        {...input}
        id={own}
        className={`field ${className}`}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(own, hint)}
      />
    </FieldFrame>
  )
}

/** Attributes of an e-mail field on a phone. */
export const EMAIL_INPUT = {
  type: 'email',
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const

/** Attributes of a field for a phone with its country code. */
export const PHONE_INPUT = { type: 'tel', inputMode: 'tel', className: 'tnum' } as const
