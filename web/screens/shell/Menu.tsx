import { IconAlarm } from '../../icons/alarm.ts'
import { IconAdjustmentsHorizontal } from '../../icons/adjustments-horizontal.ts'
import { IconCalendar } from '../../icons/calendar.ts'
import { IconChartBar } from '../../icons/chart-bar.ts'
import { IconChecks } from '../../icons/checks.ts'
import { IconCreditCard } from '../../icons/credit-card.ts'
import { IconFilter } from '../../icons/filter.ts'
import { IconGift } from '../../icons/gift.ts'
import { IconHelpCircle } from '../../icons/help-circle.ts'
import { IconList } from '../../icons/list.ts'
import { IconLogout } from '../../icons/logout.ts'
import { IconMapPin } from '../../icons/map-pin.ts'
import { IconMessageCircle } from '../../icons/message-circle.ts'
import { IconReceipt } from '../../icons/receipt.ts'
import { IconRefresh } from '../../icons/refresh.ts'
import { IconSteeringWheel } from '../../icons/steering-wheel.ts'
import { IconTool } from '../../icons/tool.ts'
import { IconUser } from '../../icons/user.ts'
import type { KnownDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { ShellKey } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import type { Screen } from '../table.ts'
import { Preferences } from './Preferences.tsx'
import { entryOf } from './menu-entry.ts'
import { menuOf } from './menu.ts'

const ICONS: Partial<Record<ShellKey, typeof IconUser>> = {
  HOME: IconSteeringWheel,
  'title.admin': IconTool,
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
}

/** The side menu: title and e-mail, the entries of the driver's variant, theme, language and version. */
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
  const items = menuOf(driver)
  const lit = entryOf(items, current)
  return (
    <div className="flex min-h-full flex-col">
      <div className="flex min-h-16 flex-col justify-center px-6 pt-2">
        <p className="text-xl font-extrabold leading-tight">{t('MENU')}</p>
        <p className="truncate text-sm text-muted">{driver.email.toLowerCase()}</p>
      </div>
      <nav aria-label={t('MENU')} className="flex-1 px-2 py-1">
        <ul>
          {items.map(({ title, screen }) => {
            const Icon = ICONS[title] ?? IconUser
            return (
              <li key={screen}>
                <ScreenLink
                  screen={screen}
                  current={screen === current}
                  holds={screen === lit?.screen}
                  {...(onGo ? { onClick: onGo } : {})}
                  className="relative flex min-h-12 items-center gap-4 rounded-xl px-4 font-semibold hover:bg-surface-2 aria-[current]:bg-surface-2 aria-[current]:font-extrabold aria-[current]:before:absolute aria-[current]:before:inset-y-3 aria-[current]:before:left-0 aria-[current]:before:w-1 aria-[current]:before:rounded-full aria-[current]:before:bg-amber"
                >
                  <Icon size={22} aria-hidden className="shrink-0" />
                  {say(title)}
                </ScreenLink>
              </li>
            )
          })}
        </ul>
      </nav>
      <div className="bg-surface px-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] pt-2 [@media(min-height:44rem)]:sticky [@media(min-height:44rem)]:bottom-0">
        <Preferences />
        <p className="px-1 pt-2 text-sm text-muted">{t('shell.version', { version: APP_VERSION })}</p>
      </div>
    </div>
  )
}
