import { loadStripe } from '@stripe/stripe-js/pure'
import type { CardGateway } from './model.ts'

const opened = new Map<string, Promise<CardGateway>>()

/** Loads Stripe's script, once per key; a failed load may be retried. */
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
  // Its own types list every option; ours are the part that we use.
  return stripe as unknown as CardGateway
}
