import { useInfiniteQuery } from '@tanstack/react-query'
import { IconMailOpened } from '../../icons/mail-opened.ts'
import { useWords } from '../../i18n.ts'
import { receivedQuery } from '../notify/received-query.ts'
import { findCode } from '../notify/received-text.ts'

/** In the demo no message leaves this machine: the newest code of a recipient, to be used with one tap. */
export function DemoCode({ to, onUse }: { to: string; onUse: (code: string) => void }) {
  const { t } = useWords()
  const received = useInfiniteQuery(receivedQuery(to))
  const messages = received.data?.pages[0]?.messages ?? []
  const code = messages.map(({ text }) => findCode(text)).find((found) => found !== null)
  if (code === undefined) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-2xl bg-surface-2 px-4 py-2">
      <IconMailOpened size={22} aria-hidden className="shrink-0 text-amber-text" />
      <p className="min-w-0 flex-1 font-semibold leading-snug">{t('otp.demo', { code })}</p>
      <button type="button" className="btn !bg-surface" onClick={() => onUse(code)}>
        {t('otp.demo_use')}
      </button>
    </div>
  )
}
