import { AppError } from '@madruga/core/errors.ts'
import type { Security, SecurityKind } from '../../ops/security.ts'

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
