import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'

/** The span in which this code runs. */
export const currentSpan = new AsyncLocalStorage<Span>()

/** Its ids as fields of a log line; none where nothing is traced. */
export function currentTrace(): { traceId?: string; spanId?: string } {
  const span = currentSpan.getStore()
  if (span === undefined) return {}
  const { traceId, spanId } = span.spanContext()
  return { traceId, spanId }
}
