import type { CardsOptions } from '@madruga/simulator/cards.ts'
import type { GatewayAccess } from '../payments.ts'
import type { CardsPlan, Config } from '../config.ts'
import { deriveSecret } from '../kit/encryption.ts'
import type { KeyRing } from '../kit/encryption.ts'
import { StartError } from '../kit/start-error.ts'
import { requirePort } from './ports.ts'
import { startThread } from './thread.ts'

/** The embedded card gateway, how it is reached, and how it learns where its webhooks go. */
export type CardsThread = {
  access: GatewayAccess
  /** Where the app takes them, known once it listens; what happened before waits. */
  sendWebhooksTo(url: string): void
  stop(): Promise<void>
}

/** What the thread is started with. */
export type CardsThreadOptions = Omit<CardsOptions, 'endpoints' | 'clock'> & {
  webhookSecret: string
  webhookUrl: string | null
}

/** What the thread is told. */
export type CardsMessage = 'stop' | { webhookUrl: string }

/** The name that the app's webhooks wait under, whatever port it listens on next time. */
export const APP = 'app'

type EmbeddedCards = Extract<CardsPlan, { gateway: 'embedded' }>

/** Throws one line where the gateway may not start here, or its port cannot be listened on. */
export async function requireCards(cards: EmbeddedCards, host: string): Promise<void> {
  if (cards.environment === 'production' && !cards.allowInProduction) {
    throw new StartError(
      'NODE_ENV is production and STRIPE_SECRET_KEY is not set: set the STRIPE_ variables, or CARDS_ALLOW_TEST_IN_PRODUCTION=on to take test cards alone',
    )
  }
  await requirePort(host, cards.port, 'CARDS_PORT')
}

/**
 * Runs the embedded card gateway in a thread of its own: it waits for the disk at each call. Its keys come
 * from the key ring, so that every process with the ring has them and none is written down; its browsers are
 * the app's, so it listens on the app's host.
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
    environment: cards.environment ?? undefined,
    allowInProduction: cards.allowInProduction,
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
