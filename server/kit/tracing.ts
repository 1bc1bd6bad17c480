import type { Tracing, TracingOptions } from './tracing/model.ts'
export { currentTrace } from './tracing/current.ts'
export { inSpan } from './tracing/span.ts'
export type { Tracing } from './tracing/model.ts'

/**
 * Starts sending spans to a collector. The libraries are loaded here, so that a process which traces nothing
 * does without them.
 */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const { sendSpans } = await import('./tracing/otlp.ts')
  return sendSpans(options)
}
