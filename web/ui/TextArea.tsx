import { useId } from 'react'
import { FieldFrame, describedBy } from './FieldFrame.tsx'
import type { FieldProps } from './FieldFrame.tsx'

/** Several lines of text, initially `rows`. */
export function TextArea({
  label,
  hint,
  error,
  aside,
  id,
  className = '',
  rows = 4,
  ...area
}: Omit<FieldProps<'textarea'>, 'children'>) {
  const fallbackId = useId()
  const own = id ?? fallbackId
  return (
    <FieldFrame id={own} label={label} hint={hint} error={error} aside={aside}>
      <textarea
        {...area}
        id={own}
        rows={rows}
        className={`field resize-y py-2.5 leading-snug ${className}`}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(own, hint)}
      />
    </FieldFrame>
  )
}
