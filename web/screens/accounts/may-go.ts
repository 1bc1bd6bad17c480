import type { FieldError } from '@madruga/core/errors.ts'

/**
 * Whether a form may be sent: what its own rules refuse stands at its fields alone, since what the server
 * said before was of another form.
 */
export function mayGo(
  wrong: readonly FieldError[],
  forget: () => void,
  refuse: (fields: readonly FieldError[]) => void,
): boolean {
  forget()
  refuse(wrong)
  return wrong.length === 0
}
