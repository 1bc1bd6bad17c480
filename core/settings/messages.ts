/** How messages are sent: every figure is configurable. */
export type MessageSettings = {
  /** Maximum attempts before a message is given up. */
  tries: number
  /** Delay after the first failed attempt; each further delay is `factor` times as long, up to the cap. */
  retry: { firstMs: number; factor: number; capMs: number }
  /** Maximum SMS and calls per phone in 24 hours, and for all phones together: SMS pumping costs money. */
  phoneCaps: { recipient: number; overall: number }
  /**
   * The phone provider is asked what became of a text `firstMs` after it was sent, then ever more rarely,
   * until it knows or `untilMs` have passed.
   */
  arrival: { firstMs: number; untilMs: number }
  /** Test messages per driver within the window. */
  tests: { count: number; windowMs: number }
  /** How long sent and failed messages are listed. */
  keepMs: number
  /** How long the embedded gateways keep messages, and how many at most. */
  received: { keepMs: number; newest: number }
}

/** The operator's setting of notifications: days that the inbox keeps them. */
export type NewsSettings = { keepDays: number }
