import { hostname } from 'node:os'
import type { Config } from '../config.ts'
import { createLogger } from '../kit/logger.ts'
import type { Logger } from '../kit/logger.ts'
import { currentTrace } from '../kit/tracing.ts'
import { currentRequest } from '../ops/security.ts'

/** The log of a process: each line says who writes it, for which request, and in which trace. */
export function createProcessLogger(
  { log, role }: Pick<Config, 'log' | 'role'>,
  write?: (line: string) => void,
): Logger {
  return createLogger({
    ...log,
    ...(write && { write }),
    process: { role, host: hostname(), pid: process.pid },
    context() {
      const request = currentRequest()
      return { ...(request && { requestId: request.requestId }), ...currentTrace() }
    },
  })
}
