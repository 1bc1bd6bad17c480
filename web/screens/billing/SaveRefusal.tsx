import type { Saved } from '../../card-gateway.ts'
import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { unsavedWords } from './names.ts'
import type { Account } from './queries.ts'

/** Why a card or bank account was not saved, or not yet; nothing where the fields say it. */
export function SaveRefusal({ saved, gateway }: { saved: Saved; gateway: Account['gateway'] }) {
  const words = useWords()
  if (saved.outcome === 'saved') return null
  if (saved.outcome === 'pending') return <Notice kind="plain">{words.t('pay.method_pending')}</Notice>
  const { error } = saved
  if (error === null) return null
  return <Notice kind="bad">{unsavedWords(words, error, gateway.url === null)}</Notice>
}
