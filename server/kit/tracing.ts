import type { Tracing, TracingOptions, OpenSpan, SpanOptions } from './tracing/model.ts'

export { currentTrace } from './tracing/current.ts'

export type { Tracing } from './tracing/model.ts'

/**
 * Starts sending spans to a collector. The libraries are loaded here, so that a process which traces nothing
 * does without them.
 */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const { sendSpans } = await import('./tracing/otlp.ts')
  return sendSpans(options)
}

/** Runs work in its own span, which fails with it; runs it alone where nothing is traced. */
export async function inSpan<T>(
  tracing: Tracing | null,
  name: string,
  options: SpanOptions,
  work: (span: Pick<OpenSpan, 'set'> | null) => Promise<T>,
): Promise<T> {
  if (tracing === null) return await work(null)
  const span = tracing.start(name, options)
  try {
    const done = await span.run(() => work(span))
    span.end()
    return done
  } catch (error) {
    span.end(error)
    throw error
  }
}
