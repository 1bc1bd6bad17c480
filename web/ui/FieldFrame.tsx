import type { ComponentProps, ReactNode } from 'react'

/** What a labeled field takes besides its element's own attributes. */
export type FieldProps<Tag extends 'input' | 'select' | 'textarea'> = ComponentProps<Tag> & {
  label: ReactNode
  hint?: ReactNode
  /** The error text; it is read out with the field. */
  error?: string | undefined
  /** Beside the label, such as "optional". */
  aside?: ReactNode
}

/** The ids that describe a field: its hint and its error. */
export function describedBy(id: string, hint: unknown): string {
  return `${hint ? `${id}-hint ` : ''}${id}-error`
}

/**
 * Label above, hint below it, the error under the field; the field itself gets `id` and `describedBy(id,
 * hint)`.
 */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  aside,
  children,
}: Pick<FieldProps<'input'>, 'label' | 'hint' | 'error' | 'aside'> & { id: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-semibold leading-tight">
          {label}
        </label>
        {aside && <span className="shrink-0 text-sm text-muted">{aside}</span>}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-sm leading-snug text-muted">
          {hint}
        </p>
      )}
      {children}
      <p id={`${id}-error`} className="font-semibold leading-snug text-red empty:hidden">
        {error}
      </p>
    </div>
  )
}
