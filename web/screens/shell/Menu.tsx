import { useQuery } from '@tanstack/react-query'
import {
  IconAlarm,
  IconBell,
  IconBellRinging,
  IconBolt,
  IconEye,
  IconHandStop,
  IconHistory,
  IconMail,
  IconFileInvoice,
  IconShieldCheck,
  IconCar,
  IconCalendar,
  IconChartBar,
  IconChecks,
  IconCreditCard,
  IconFilter,
  IconGift,
  IconHelpCircle,
  IconList,
  IconLogout,
  IconMapPin,
  IconMessageCircle,
  IconReceipt,
  IconSteeringWheel,
  IconTool,
  IconUser,
} from '../../icons/drawings.ts'
import { IconAdjustmentsHorizontal, IconChevronRight, IconRefresh } from '../../icons/first.ts'
import { useState } from 'react'
import type { KnownDriver } from '../../driver.ts'
import { useWords, withMoreWords, withWords } from '../../i18n.ts'
import type { Key } from '../../i18n.ts'
import { serviceQuery } from '../../queries.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { onDemand } from '../../ui/on-demand.ts'
import type { Screen } from '../table.ts'
import { Preferences } from './Preferences.tsx'
import { entryOf } from './menu-entry.ts'
import { findCommands } from './commands.ts'
import { alsoOf, beyondOf } from './menu-more.ts'
import { isInConsole, menuOf } from './menu-items.ts'
import type { MenuItem } from './menu-items.ts'

const ICONS: Partial<Record<Key, typeof IconUser>> = {
  HOME: IconSteeringWheel,
  'title.admin': IconTool,
  'menu.driving': IconSteeringWheel,
  LOGS: IconList,
  FILTERS: IconFilter,
  ADVANCED_FILTER: IconAdjustmentsHorizontal,
  PROFESSIONAL_FILTER: IconAdjustmentsHorizontal,
  PAYMENT: IconCreditCard,
  CHECKIN: IconChecks,
  AUTOSTART: IconAlarm,
  SYNC: IconRefresh,
  LOCATION_MENU_NAME: IconMapPin,
  CALENDAR: IconCalendar,
  REFERRAL: IconGift,
  RECAP: IconChartBar,
  PROFILE: IconUser,
  SUPPORT: IconMessageCircle,
  FQA: IconHelpCircle,
  LOG_OFF: IconLogout,
  INVOICES: IconReceipt,
  'menu.cards': IconCreditCard,
  'title.privacy-policy': IconShieldCheck,
  'title.termsandcondition': IconFileInvoice,
  'title.messages': IconMail,
  'title.payment-history': IconHistory,
  'title.captcha': IconHandStop,
  'title.live-log-test': IconEye,
  'title.instant-offers': IconBolt,
  'title.glance': IconCar,
  'title.notification-settings': IconBellRinging,
  'title.inbox': IconBell,
}

/** The places of the console come with its words. */
const Places = onDemand(() =>
  withWords('console', withMoreWords(import('../admin/Places.tsx'))).then((module) => module.Places),
)

const ENTRY =
  'relative flex min-h-12 items-center gap-4 rounded-xl px-4 font-semibold hover:bg-surface-2 aria-[current]:bg-surface-2 aria-[current]:font-extrabold aria-[current]:before:absolute aria-[current]:before:inset-y-3 aria-[current]:before:left-0 aria-[current]:before:w-1 aria-[current]:before:rounded-full aria-[current]:before:bg-amber'

/**
 * The side menu: title and e-mail, the entries of the driver's variant, theme, language, documents, version.
 * Its search finds every screen. Signing out is the last entry and always in sight.
 */
export function Menu({
  driver,
  current,
  onGo,
}: {
  driver: KnownDriver
  current: Screen | null
  onGo?: () => void
}) {
  const { t, say } = useWords()
  const [text, setText] = useState('')
  const lit = entryOf(driver, current)
  const { messagesOpen } = useQuery(serviceQuery).data ?? {}
  const items = menuOf(driver, current)
  const entries = [...items.slice(0, -1), ...alsoOf(driver, current)]
  const all = [...entries, ...beyondOf(driver, current), ...items.slice(-1)]
    .filter(({ screen }) => screen !== 'messages' || messagesOpen)
    .map((item) => ({ ...item, label: say(item.title) }))
  const isWhole = text.trim() === ''
  const inConsole = isInConsole(driver, current) && isWhole
  const visibleItems = isWhole
    ? entries.filter(({ screen }) => !inConsole || screen !== 'admin')
    : findCommands(all, text)
  const link = (item: MenuItem) => (
    <EntryLink key={item.screen} item={item} current={current} lit={lit} onGo={onGo} />
  )
  return (
    <div className="flex h-full flex-col">
      <div className="flex min-h-16 flex-col justify-center px-6 pt-2">
        <p className="text-xl font-extrabold leading-tight">{t('MENU')}</p>
        <p className="truncate text-sm text-muted">{driver.email.toLowerCase()}</p>
      </div>
      <nav aria-label={t('MENU')} className="flex min-h-0 flex-1 flex-col">
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-2 py-1 [scrollbar-width:thin]">
          {inConsole && (
            <div className="min-h-48">
              <Places isOpen={current === 'admin'} className="grid" look={ENTRY} {...(onGo && { onGo })} />
            </div>
          )}
          <ul>{visibleItems.map(link)}</ul>
          {visibleItems.length === 0 && <p className="px-4 py-3 text-muted">{t('palette.none')}</p>}
          <Foot {...(onGo && { onGo })} />
        </div>
        <div className="border-t border-line px-2 pb-[calc(0.25rem+env(safe-area-inset-bottom))] pt-2">
          <input
            type="search"
            className="field"
            placeholder={t('menu.search')}
            aria-label={t('menu.search')}
            autoComplete="off"
            maxLength={40}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <ul>{items.slice(-1).map(link)}</ul>
        </div>
      </nav>
    </div>
  )
}

/** Theme and language, the documents, the version. */
function Foot({ onGo }: { onGo?: () => void }) {
  const { t } = useWords()
  return (
    <div className="mt-auto px-1 pb-1 pt-3">
      <Preferences />
      <p className="flex flex-wrap gap-x-3 px-1 pt-2 text-sm text-muted">
        {(['termsandcondition', 'privacy-policy'] as const).map((screen) => (
          <ScreenLink
            key={screen}
            screen={screen}
            className="inline-flex min-h-8 items-center underline"
            {...(onGo ? { onClick: onGo } : {})}
          >
            {t(`title.${screen}`)}
          </ScreenLink>
        ))}
        <span className="inline-flex min-h-8 items-center">
          {t('shell.version', { version: APP_VERSION })}
        </span>
      </p>
    </div>
  )
}

function EntryLink({
  item: { title, screen },
  current,
  lit,
  onGo,
}: {
  item: MenuItem
  current: Screen | null
  lit: MenuItem | null
  onGo: (() => void) | undefined
}) {
  const { say } = useWords()
  const Icon = ICONS[title] ?? IconChevronRight
  return (
    <li>
      <ScreenLink
        screen={screen}
        current={screen === current}
        holds={screen === lit?.screen}
        {...(onGo ? { onClick: onGo } : {})}
        className={ENTRY}
      >
        <Icon size={22} aria-hidden className="shrink-0" />
        {say(title)}
      </ScreenLink>
    </li>
  )
}
