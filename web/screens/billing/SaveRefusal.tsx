import type { GatewayError, Saved } from '../../card-gateway.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { reasonWords } from './names.ts'
import type { Account } from './queries.ts'

const REASONS: Record<string, string> = {
  generic_decline: 'declined',
  card_declined: 'declined',
  setup_intent_authentication_failure: 'authentication_failed',
}

/** Why a card or bank account was not saved, or not yet; nothing where the fields say it. */
export function SaveRefusal({ saved, gateway }: { saved: Saved; gateway: Account['gateway'] }) {
  const words = useWords()
  if (saved.outcome === 'saved') return null
  if (saved.outcome === 'pending') return <Notice kind="plain">{words.t('pay.method_pending')}</Notice>
  const { error } = saved
  if (error === null) return null
  return <Notice kind="bad">{refusalWords(words, error, gateway.url === null)}</Notice>
}

/** Stripe says its own in the driver's language. */
function refusalWords(
  words: Words,
  { type, code, decline_code, message }: GatewayError,
  stripe: boolean,
): string {
  if (type === 'api_connection_error') return words.t('pay.gateway_silent')
  if (stripe && message) return message
  const reason = decline_code ?? code ?? ''
  return words.t('pay.not_saved', { why: reasonWords(words, REASONS[reason] ?? reason) })
}
