import { loadStripe } from '@stripe/stripe-js/pure'
import type { CardGateway } from './model.ts'

const gateways = new Map<string, Promise<CardGateway>>()

/** Loads Stripe's script, once per key; a failed load may be retried. */
export function openStripe(publishableKey: string): Promise<CardGateway> {
  const gateway = gateways.get(publishableKey)
  if (gateway) return gateway
  const opening = load(publishableKey)
  gateways.set(publishableKey, opening)
  opening.catch(() => gateways.delete(publishableKey))
  return opening
}

async function load(publishableKey: string): Promise<CardGateway> {
  const stripe = await loadStripe(publishableKey)
  if (stripe === null) throw new Error('Stripe needs a browser')
  // Its own types list every option; ours are the part that we use.
  return stripe as unknown as CardGateway
}
