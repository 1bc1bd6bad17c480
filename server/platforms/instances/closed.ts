import { NO_CAPABILITIES } from '../adapters/absent.ts'
import type { OfferFeed, Platform, PlatformReply, PlatformTrouble } from '../model.ts'

/**
 * A platform that answers nothing: its instance is turned off or unknown, or, `unavailable`, it cannot be
 * opened.
 */
export function closedPlatform(
  name: string,
  trouble: 'turned_off' | 'unavailable',
  detail: string,
): Platform {
  const problem: PlatformTrouble = { trouble, retryAfterMs: null, challengeId: null, detail }
  const refuse = async <T>(): Promise<PlatformReply<T>> => ({ ok: false, problem })
  return {
    name,
    variants: [],
    capabilities: { ...NO_CAPABILITIES, identity: 'email' },
    signIn: refuse,
    sendCode: refuse,
    refresh: refuse,
    stations: refuse,
    heldBlocks: refuse,
    release: refuse,
    checkIn: refuse,
    setLocation: refuse,
    instantOffers: refuse,
    verification: refuse,
    answerVerification: refuse,
    limits: refuse,
    openFeed: () => closedFeed(problem),
    answers: async () => false,
    close: async () => {},
  }
}

function closedFeed(problem: PlatformTrouble): OfferFeed {
  let isOpen = true
  return {
    poll(handlers) {
      if (!isOpen) return false
      queueMicrotask(() => {
        if (isOpen) handlers.troubled(problem)
      })
      return true
    },
    accept: async () => ({ outcome: 'troubled', problem }),
    setTokens: () => {},
    forget: () => {},
    close() {
      isOpen = false
    },
  }
}
