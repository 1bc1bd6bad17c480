import type { Cards, ChargeOutcome, NewCharge, Taking } from '../gateway.ts'

/** What is asked of a card: one request for both calls. */
export type Asked = NewCharge & Pick<Taking, 'returnUrl' | 'offSession'>

/**
 * Opens a charge and takes its money, as a payment does. What came of it, with the charge's id; `''` where
 * none was opened.
 */
export async function charge(
  cards: Pick<Cards, 'openCharge' | 'takeCharge'>,
  { returnUrl, offSession, ...input }: Asked,
): Promise<ChargeOutcome & { chargeId: string }> {
  const opened = await cards.openCharge(input)
  if (opened.outcome !== 'done') return { ...opened, chargeId: '' }
  const { chargeId } = opened.value
  const how = { ...(returnUrl !== undefined && { returnUrl }), ...(offSession && { offSession }) }
  const { methodId, idempotencyKey } = input
  const taking = { chargeId, methodId, idempotencyKey: `${idempotencyKey}:take`, ...how }
  return { ...(await cards.takeCharge(taking)), chargeId }
}
