import { createBackOff } from './back-off.ts'
import { openCluster } from './cluster.ts'
import type { ClusterConnection, ClusterOptions } from './cluster.ts'

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
  /** Events arrive now, and one was heard. */
  isLive(): boolean
  close(): void
}

/**
 * Creates the socket of an instance's events. A lost one is opened again after a while; `random` (0 to 1,
 * exclusive) spreads those who lost theirs at one moment.
 */
export function createEventSocket(options: ClusterOptions, random: () => number = Math.random): EventSocket {
  const listeners = new Map<string, Listener>()
  const backOff = createBackOff(options.clock, random)
  let connection: ClusterConnection | null = null
  let isReady = false
  let hasHeard = false
  const subscribed = new Set<string>()

  const connect = (): void => {
    if (connection !== null || listeners.size === 0) return
    const opened = openCluster(options, {
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
      // Its listener is polled for at the usual pace, until the next connection subscribes again.
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
