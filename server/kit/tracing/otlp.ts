import { createHash } from 'node:crypto'
import { ROOT_CONTEXT, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import type { Context, Span, SpanContext } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import { currentSpan } from './current.ts'
import type { Attributes, OpenSpan, SpanOptions, Tracing, TracingOptions } from './model.ts'

/** A collector that does not answer delays the end of a process by no more. */
const SEND_MS = 3_000

/** Sends spans in batches, off the path of what they describe; what a full queue does not hold is dropped. */
export function sendSpans({ url, headers, resource }: TracingOptions): Tracing {
  const ids = createIds()
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: SEND_MS })
  const provider = new TracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({ 'service.name': 'madruga', ...named(resource) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: SEND_MS })],
  })
  const tracer = provider.getTracer('madruga')

  const begin = (name: string, { at, attributes = {}, subject, isFirst = false }: SpanOptions): Span => {
    const current = currentSpan.getStore()
    const options = { attributes: named(attributes), startTime: at ?? epochNow() }
    if (subject === undefined) return tracer.startSpan(name, options, under(current?.spanContext()))
    const root = rootOf(subject)
    if (isFirst) return ids.as(root, () => tracer.startSpan(name, options, ROOT_CONTEXT))
    const isWithin = current?.spanContext().traceId === root.traceId
    return tracer.startSpan(name, options, under(isWithin ? current.spanContext() : root))
  }

  const open = (span: Span): OpenSpan => ({
    add(name, from, to) {
      if (to === undefined) span.addEvent(`${OURS}.${name}`, from)
      else tracer.startSpan(name, { startTime: from }, under(span.spanContext())).end(to)
    },
    run: (work) => currentSpan.run(span, work),
    set: (attributes) => void span.setAttributes(named(attributes)),
    end(error) {
      if (error !== undefined) {
        span.setAttribute('error.type', nameOf(error))
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end(epochNow())
    },
  })

  return {
    start: (name, options = {}) => open(begin(name, options)),
    isInside: () => currentSpan.getStore() !== undefined,
    close: () => provider.shutdown().catch(() => {}),
  }
}

/** The namespace of what OpenTelemetry's semantic conventions do not name. */
const OURS = 'madruga'

/** Attributes by their full names: one without a namespace gets ours. */
function named(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name.includes('.') ? name : `${OURS}.${name}`, value]),
  )
}

/** Random ids, except for the first span of a subject. */
function createIds() {
  const random = new RandomIdGenerator()
  let given: SpanContext | null = null
  return {
    generateTraceId: () => given?.traceId ?? random.generateTraceId(),
    generateSpanId: () => given?.spanId ?? random.generateSpanId(),
    as(context: SpanContext, start: () => Span): Span {
      given = context
      try {
        return start()
      } finally {
        given = null
      }
    },
  }
}

/** The first span of a subject: every process finds the same ids without asking another one. */
function rootOf(subject: string): SpanContext {
  const hash = createHash('sha256').update(subject).digest('hex')
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48), traceFlags: TraceFlags.SAMPLED }
}

function under(parent: SpanContext | undefined): Context {
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent)
}

/** Wall time with the resolution of the monotonic clock. */
function epochNow(): number {
  return performance.timeOrigin + performance.now()
}

/** A message may hold a row's values: only its kind leaves the process. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'error'
}
