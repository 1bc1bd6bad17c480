import { NO_CAPABILITIES } from '../absent.ts'
import type { OfferFeed, Platform, PlatformReply, PlatformTrouble } from '../model.ts'

/** A platform that answers nothing: its instance is disabled or unknown, or its key cannot be read. */
export function closedPlatform(name: string, detail: string): Platform {
  const problem: PlatformTrouble = { trouble: 'unavailable', retryAfterMs: null, challengeId: null, detail }
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
