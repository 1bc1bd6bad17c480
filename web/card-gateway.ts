/**
 * The door to the card gateway: `useCardForm` holds the form that saves a card or bank account,
 * `<CardFields>` shows it, `openGateway` answers what a driver's bank asks. Stripe or the embedded gateway,
 * by one code; what is typed goes to the gateway and nowhere else.
 */
export { CardFields } from './card-gateway/CardFields.tsx'
export { openGateway } from './card-gateway/open.ts'
export { useCardForm } from './card-gateway/use-card-form.ts'
export type { CardForm, Saved } from './card-gateway/use-card-form.ts'
export type { GatewayError } from './card-gateway/model.ts'
