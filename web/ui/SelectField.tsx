import { IconChevronDown } from '../icons/drawings.ts'
import { useId } from 'react'
import { FieldFrame, describedBy } from './FieldFrame.tsx'
import type { FieldProps } from './FieldFrame.tsx'

/** A choice of many as the device's own list; `children` are its options. */
export function SelectField({
  label,
  hint,
  error,
  aside,
  id,
  className = '',
  children,
  ...select
}: FieldProps<'select'>) {
  const fallbackId = useId()
  const own = id ?? fallbackId
  return (
    <FieldFrame id={own} label={label} hint={hint} error={error} aside={aside}>
      <span className="relative block">
        <select
          {...select}
          id={own}
          className={`field appearance-none truncate pr-11 ${className}`}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(own, hint)}
        >
          {children}
        </select>
        <IconChevronDown
          size={20}
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3.5 my-auto text-muted"
        />
      </span>
    </FieldFrame>
  )
}
