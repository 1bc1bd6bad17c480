import type { OpenSpan, SpanOptions, Tracing } from './model.ts'

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
