import { AppError } from '@madruga/core/errors.ts'
import type { AccountFieldCode, FieldError } from '@madruga/core/errors.ts'
import type { Security, SecurityKind } from '../../ops/security.ts'
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

/** Runs an authentication attempt and records its refusal: as a lockout if it was not even verified. */
export async function recordRefused<T>(
  security: Security,
  { failed, ...about }: { failed: SecurityKind; email?: string; driverId?: string; what?: string },
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'accounts.busy') throw error
    const kind = error.code === 'accounts.locked' ? 'sign_in.locked' : failed
    security.record({ kind, code: error.code, ...about })
    throw error
  }
}
