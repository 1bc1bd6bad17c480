import type { CardGateway, GatewayAccess } from './model.ts'

/**
 * Opens the gateway; Stripe's script is fetched only if Stripe charges cards. Rejects if the script cannot be
 * fetched.
 */
export async function openGateway({ url, publishableKey }: GatewayAccess): Promise<CardGateway> {
  if (url === null) return await (await import('./stripe.ts')).openStripe(publishableKey)
  const [{ openEmbedded }, { askInFrame, drawFields }] = await Promise.all([
    import('./embedded.ts'),
    import('./draw.ts'),
  ])
  return openEmbedded({ url, publishableKey, draw: drawFields, ask: askInFrame })
}
