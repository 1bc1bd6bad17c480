/**
 * Entry of the card gateway: `useCardForm` holds the form that saves a card or bank account, `<CardFields>`
 * shows it, and `openGateway` handles the bank's authentication. Stripe and the embedded gateway share one
 * code path; card data goes only to the gateway.
 */
export { CardFields } from './card-gateway/CardFields.tsx'
export { openGateway } from './card-gateway/open.ts'
export { useCardForm } from './card-gateway/use-card-form.ts'
export type { CardForm, Saved } from './card-gateway/use-card-form.ts'
export type { GatewayError } from './card-gateway/model.ts'
