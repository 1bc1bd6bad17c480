import type { FieldError } from '@madruga/core/errors.ts'

/**
 * Whether a form may be sent: only its own rules' errors count, since the server's earlier answer was about
 * other input.
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
