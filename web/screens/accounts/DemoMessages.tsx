import { IconMailOpened } from '../../icons/sign-in.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'

/** In the demo no code reaches a real phone or mailbox: it is shown here. */
export function DemoMessages() {
  const { t } = useWords()
  return (
    <ScreenLink
      screen="messages"
      className="flex min-h-13 items-center gap-3 rounded-2xl bg-surface-2 px-4 py-2 font-semibold leading-snug hover:bg-line"
    >
      <IconMailOpened size={22} aria-hidden className="shrink-0 text-amber-text" />
      {t('login.demo_messages')}
    </ScreenLink>
  )
}
