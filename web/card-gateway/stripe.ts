import { loadStripe } from '@stripe/stripe-js/pure'
import type { CardGateway } from './model.ts'

const opened = new Map<string, Promise<CardGateway>>()

/** Fetches Stripe's script, once a key; one that could not be fetched may be fetched again. */
export function openStripe(publishableKey: string): Promise<CardGateway> {
  const known = opened.get(publishableKey)
  if (known) return known
  const opening = load(publishableKey)
  opened.set(publishableKey, opening)
  opening.catch(() => opened.delete(publishableKey))
  return opening
}

async function load(publishableKey: string): Promise<CardGateway> {
  const stripe = await loadStripe(publishableKey)
  if (stripe === null) throw new Error('Stripe needs a browser')
  // Its own types name every option that it has; ours are the part that is used.
  return stripe as unknown as CardGateway
}
