import { IconBuildingBank, IconCreditCard } from '../../icons/drawings.ts'
import { useWords } from '../../i18n.ts'
import { methodWords } from './names.ts'
import type { Method } from './queries.ts'

/** A saved card or bank account: its name, until when it is good, and whether it is the default. */
export function MethodName({ method }: { method: Method }) {
  const { t } = useWords()
  const { kind, expires, isDefault } = method
  const Icon = kind === 'bank' ? IconBuildingBank : IconCreditCard
  const notes = [
    ...(expires === null ? [] : [t('pay.expires', { when: expiryOf(expires) })]),
    ...(isDefault ? [t('pay.default')] : []),
  ]
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Icon size={26} aria-hidden className="shrink-0" />
      <span className="min-w-0">
        <span className="tnum block font-bold leading-tight [overflow-wrap:anywhere]">
          {methodWords(method)}
        </span>
        {notes.length > 0 && (
          <span className="tnum mt-0.5 block text-sm leading-snug text-muted">{notes.join(', ')}</span>
        )}
      </span>
    </span>
  )
}

function expiryOf({ month, year }: { month: number; year: number }): string {
  return `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`
}
