import type { Clock } from '../../kit/clock.ts'
import { openConnection } from './socketcluster/connection.ts'
import type { Connection, SocketClusterOptions } from './socketcluster/connection.ts'

/** Who listens to a channel. */
export type Listener = {
  /** What was published there, of any type. */
  published(data: unknown): void
  /** What is published there arrives from now on. */
  subscribed(): void
  /**
   * Events arrive from now on, or no longer. A server may subscribe to channels on which nothing is ever
   * published, so that nothing counts as live before an event was heard.
   */
  live(isLive: boolean): void
}

/** One socket for all channels of an instance. It is open while somebody listens. */
export type EventSocket = {
  /** One listener a channel; the returned function ends it. */
  listen(channel: string, listener: Listener): () => void
  /**
   * Calls `changed` at each event on these channels, until it is called for the same listener again.
   * `listenerId` names who listens; channels that were watched before are kept.
   */
  watch(listenerId: string, channels: readonly string[], changed: () => void): void
  /** Events arrive now, and one was heard. */
  isLive(): boolean
  close(): void
}

/**
 * Creates the socket of an instance's events. A lost one is opened again after a while; `random` (0 to 1,
 * exclusive) spreads those who lost theirs at one moment.
 */
export function createEventSocket(
  options: SocketClusterOptions,
  random: () => number = Math.random,
): EventSocket {
  const channels = createChannels(options, random)
  return { ...channels, watch: createWatch(channels.listen) }
}

function createChannels(options: SocketClusterOptions, random: () => number): Omit<EventSocket, 'watch'> {
  const listeners = new Map<string, Listener>()
  const backOff = createBackOff(options.clock, random)
  let connection: Connection | null = null
  let isReady = false
  let hasHeard = false
  const subscribed = new Set<string>()

  const connect = (): void => {
    if (connection !== null || listeners.size === 0) return
    const opened = openConnection(options, {
      ready() {
        isReady = true
        backOff.reset()
        for (const channel of listeners.keys()) opened.subscribe(channel)
      },
      subscribed(channel) {
        subscribed.add(channel)
        listeners.get(channel)?.subscribed()
        if (hasHeard) listeners.get(channel)?.live(true)
      },
      published(channel, data) {
        if (!hasHeard) for (const each of subscribed) listeners.get(each)?.live(true)
        hasHeard = true
        listeners.get(channel)?.published(data)
      },
      // Its listener is polled for at the usual pace until the next connection.
      kickedOut(channel) {
        subscribed.delete(channel)
        listeners.get(channel)?.live(false)
      },
      lost() {
        forget()
        for (const listener of listeners.values()) listener.live(false)
        if (listeners.size > 0) backOff.again(connect)
      },
    })
    connection = opened
  }
  const forget = (): void => {
    connection = null
    isReady = false
    subscribed.clear()
  }
  const closeUnused = (): void => {
    if (listeners.size > 0) return
    backOff.reset()
    connection?.close()
    forget()
  }

  return {
    listen(channel, listener) {
      listeners.set(channel, listener)
      if (isReady) connection?.subscribe(channel)
      else if (!backOff.isWaiting()) connect()
      return () => {
        if (listeners.get(channel) !== listener) return
        listeners.delete(channel)
        subscribed.delete(channel)
        if (isReady) connection?.unsubscribe(channel)
        closeUnused()
      }
    },
    isLive: () => isReady && hasHeard,
    close() {
      listeners.clear()
      closeUnused()
    },
  }
}

function createWatch(listen: EventSocket['listen']): EventSocket['watch'] {
  const watches = new Map<string, Map<string, () => void>>()
  return (listenerId, channels, changed) => {
    const before = watches.get(listenerId)
    const listener = { published: changed, subscribed: () => {}, live: () => {} }
    const stops = new Map(
      channels.map((channel) => [channel, before?.get(channel) ?? listen(channel, listener)]),
    )
    for (const [channel, stop] of before ?? []) if (!stops.has(channel)) stop()
    if (stops.size > 0) watches.set(listenerId, stops)
    else watches.delete(listenerId)
  }
}

const FIRST_WAIT_MS = 1_000
const MOST_WAIT_MS = 60_000

/** Waits that double from one attempt to the next. `random` spreads the upper half of each. */
function createBackOff(clock: Clock, random: () => number) {
  let attempts = 0
  let cancel: (() => void) | null = null
  return {
    /** Calls once after the next wait. */
    again(call: () => void): void {
      cancel?.()
      const fullMs = Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(16, attempts++))
      cancel = clock.after(fullMs / 2 + (fullMs / 2) * random(), () => {
        cancel = null
        call()
      })
    },
    isWaiting: () => cancel !== null,
    /** The next wait is short again, and nothing is waited for. */
    reset(): void {
      cancel?.()
      cancel = null
      attempts = 0
    },
  }
}
