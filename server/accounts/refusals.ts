import { AppError } from '@madruga/core/errors.ts'
import type { AccountFieldCode, FieldError } from '@madruga/core/errors.ts'
import type { PasswordJudge } from './password-judge.ts'

/**
 * Refuses with `accounts.invalid` when any field is refused; each is given as its path and its code, or null
 * when it is good.
 */
export function refuseFields(findings: Record<string, AccountFieldCode | null>): void {
  const fields: FieldError[] = Object.entries(findings).flatMap(([path, code]) =>
    code ? [{ path, code }] : [],
  )
  if (fields.length > 0) throw new AppError('accounts.invalid', { fields })
}

/** What is wrong with a new password, by the names of the fields of every form that asks for one. */
export async function judgeNewPassword(
  given: { password: string; confirmPassword: string },
  person: Parameters<PasswordJudge>[1],
  judge: PasswordJudge,
): Promise<Record<'password' | 'confirmPassword', AccountFieldCode | null>> {
  return {
    password: await judge(given.password, person),
    confirmPassword: given.password === given.confirmPassword ? null : 'accounts.passwords_differ',
  }
}
