import { AppError } from '@madruga/core/errors.ts'
import type { AccountFieldCode, FieldError } from '@madruga/core/errors.ts'
import type { PasswordJudge } from './password-judge.ts'

/**
 * Refuses with `accounts.invalid` if any field is rejected; each is given as its path and its code, or null
 * if it is valid.
 */
export function refuseFields(findings: Record<string, AccountFieldCode | null>): void {
  const fields: FieldError[] = Object.entries(findings).flatMap(([path, code]) =>
    code ? [{ path, code }] : [],
  )
  if (fields.length > 0) throw new AppError('accounts.invalid', { fields })
}

/** Errors of a new password, by the field names of every form that contains one. */
export async function judgeNewPassword(
  input: { password: string; confirmPassword: string },
  person: Parameters<PasswordJudge>[1],
  judge: PasswordJudge,
): Promise<Record<'password' | 'confirmPassword', AccountFieldCode | null>> {
  return {
    password: await judge(input.password, person),
    confirmPassword: input.password === input.confirmPassword ? null : 'accounts.passwords_differ',
  }
}
