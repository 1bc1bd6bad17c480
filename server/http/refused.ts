import { errorStatus } from '@madruga/core/errors.ts'
import type { AppError, ErrorCode } from '@madruga/core/errors.ts'
import type { Security, SecurityKind } from '../security.ts'

/**
 * Refusals that are events of their own; null for those that are recorded where they happen, with more
 * details.
 */
const KINDS: Partial<Record<ErrorCode, SecurityKind | null>> = {
  'request.forged': 'xsrf.forged',
  'accounts.code_mismatch': 'code.mismatched',
  'accounts.code_limit': 'code.limited',
  'accounts.captcha_failed': 'captcha.failed',
  'accounts.invalid_login': null,
  'accounts.wrong_password': null,
  'operators.step_up_needed': 'second_factor.step_up_asked',
}

/** Records a refusal that operators of the service should see. */
export function recordRefusal(security: Security, { code }: AppError): void {
  const kind = KINDS[code] === undefined ? kindOf(errorStatus(code)) : KINDS[code]
  if (kind !== null) security.record({ kind, code })
}

function kindOf(status: number): SecurityKind | null {
  if (status === 401) return 'access.unauthenticated'
  return status === 403 ? 'access.forbidden' : null
}
