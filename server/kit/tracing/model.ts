/**
 * Facts of a span: no personal data, which a collector keeps by its own rules. A name without a dot is
 * the product's own and is sent as `madruga.name`; names of OpenTelemetry's conventions are given in full.
 */
export type Attributes = Record<string, string | number | boolean>

export type SpanOptions = {
  attributes?: Attributes
  /** Epoch ms; default now. */
  at?: number
  /**
   * What the trace is about, such as the id of a payment: processes that never meet add to one trace by it.
   * Without it the span belongs to the current one, or begins a trace.
   */
  subject?: string
  /** Whether this span is the first of its subject, under which all others stand. */
  isFirst?: boolean
}

/** A span that is not over. */
export type OpenSpan = {
  /** Adds a child that is over, or an instant where `to` is not given; epoch ms. */
  add(name: string, from: number, to?: number): void
  /** Runs work whose spans and log lines belong to this span. */
  run<T>(work: () => Promise<T>): Promise<T>
  set(attributes: Attributes): void
  /** Ends it, as failed if an error is given. */
  end(error?: unknown): void
}

/** The spans of a process; null stands for it where nothing is traced. */
export type Tracing = {
  start(name: string, options?: SpanOptions): OpenSpan
  /** Whether a span is current here. */
  isInside(): boolean
  /** Sends what is left, for a few seconds at most. */
  close(): Promise<void>
}

export type TracingOptions = {
  /** Of the collector's traces by OTLP over HTTP. */
  url: string
  headers: Record<string, string>
  /** Who sends: role, release, process. */
  resource: Attributes
}
