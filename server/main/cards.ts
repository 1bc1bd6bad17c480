import type { CardsOptions } from '@madruga/simulator/cards.ts'
import type { GatewayAccess } from '../money/payments.ts'
import type { CardsPlan, Config } from '../config.ts'
import { deriveSecret } from '../kit/encryption.ts'
import type { KeyRing } from '../kit/encryption.ts'
import { requirePort } from './ports.ts'
import { startThread } from './thread.ts'

/** The embedded card gateway, its address, and how it is given the address for its webhooks. */
export type CardsThread = {
  access: GatewayAccess
  /** Sets the address for webhooks, known once the app listens; earlier events wait. */
  sendWebhooksTo(url: string): void
  stop(): Promise<void>
}

/** Options of the thread. */
export type CardsThreadOptions = Omit<CardsOptions, 'endpoints' | 'clock'> & {
  webhookSecret: string
  webhookUrl: string | null
}

/** Messages to the thread. */
export type CardsMessage = 'stop' | { webhookUrl: string }

/** The name of the app's webhook queue, the same whatever port it listens on next time. */
export const APP = 'app'

type EmbeddedCards = Extract<CardsPlan, { gateway: 'embedded' }>

/** Throws `StartError` if its port is taken. */
export async function requireCards(cards: EmbeddedCards, host: string): Promise<void> {
  await requirePort(host, cards.port, 'CARDS_PORT')
}

/**
 * Runs the embedded card gateway in its own thread, since it waits for the disk at each call. Its keys
 * are derived from the key ring, so that every process with the ring has them and none is stored. It listens
 * on the app's host, since the same browsers call it.
 */
export async function startCardsThread(
  cards: EmbeddedCards,
  { host, dataFolder, keyRing }: { host: Config['host']; dataFolder: string; keyRing: KeyRing },
  say: (line: string) => void,
): Promise<CardsThread> {
  const keys = deriveKeys(keyRing)
  let webhookUrl: string | null = null
  const options = (port: number | null): CardsThreadOptions => ({
    ...keys,
    // Only the demo starts it.
    environment: undefined,
    host,
    port: port ?? cards.port,
    dataFolder,
    webhookUrl,
    ...(cards.publicUrl === null ? {} : { publicUrl: cards.publicUrl }),
  })
  const file = new URL('./cards-thread.ts', import.meta.url)
  const thread = await startThread({ name: 'The card gateway', file, options }, say)
  const { url } = thread
  return {
    access: { ...keys, url, publicUrl: cards.publicUrl ?? url },
    sendWebhooksTo(place) {
      webhookUrl = place
      thread.tell({ webhookUrl: place } satisfies CardsMessage)
    },
    stop: thread.stop,
  }
}

function deriveKeys(ring: KeyRing): Pick<GatewayAccess, 'secretKey' | 'publishableKey' | 'webhookSecret'> {
  return {
    secretKey: `sk_test_${deriveSecret(ring, 'cards secret key')}`,
    publishableKey: `pk_test_${deriveSecret(ring, 'cards publishable key')}`,
    webhookSecret: `whsec_${deriveSecret(ring, 'cards webhooks')}`,
  }
}
