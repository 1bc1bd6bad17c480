import { useLayoutEffect, useRef } from 'react'
import { TextField } from '../../ui/TextField.tsx'
import { editPhone, formatPhone } from './phone.ts'

/** A phone of ten digits: brackets and dash are inserted automatically, the value is its digits. */
export function PhoneField({
  label,
  hint,
  name,
  digits,
  error,
  autoComplete = 'tel-national',
  onChange,
}: {
  label: string
  hint: string
  name: string
  digits: string
  error: string | undefined
  /** `off` for another person's number. */
  autoComplete?: 'tel-national' | 'off'
  onChange: (digits: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  // React puts the cursor at the end of a text that it changes.
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  return (
    <TextField
      ref={input}
      label={label}
      hint={hint}
      name={name}
      type="tel"
      inputMode="tel"
      autoComplete={autoComplete}
      className="tnum"
      value={formatPhone(digits)}
      error={error}
      onChange={(event) => {
        const { value, selectionStart } = event.target
        const edit = editPhone(digits, value, selectionStart ?? value.length)
        caret.current = edit.caret
        onChange(edit.digits)
      }}
    />
  )
}
