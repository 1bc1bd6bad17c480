import {
  IconBell,
  IconCalendar,
  IconMenu2,
  IconSteeringWheel,
  IconTool,
  IconUser,
} from '../../icons/drawings.ts'
import { IconAdjustmentsHorizontal } from '../../icons/first.ts'
import type { KnownDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import type { Screen } from '../table.ts'
import { entryOf } from './menu-entry.ts'
import { isInConsole } from './menu-items.ts'
import { filterScreen, homeScreen } from './menu.ts'

const TAB =
  'flex min-h-14 min-w-0 flex-col items-center justify-center gap-1 text-sm font-semibold leading-none text-muted aria-[current]:font-extrabold aria-[current]:text-amber-text'

/** On a phone: the screens that are opened most, under the thumb, and the menu with all the others. */
export function Tabs({
  driver,
  current,
  onWarm,
  onMenu,
}: {
  driver: KnownDriver
  current: Screen | null
  /** Loads the menu, which is about to be opened. */
  onWarm: () => void
  onMenu: () => void
}) {
  const { t } = useWords()
  const tabs = isInConsole(driver, current)
    ? [
        { screen: 'admin' as const, label: t('menu.console'), Icon: IconTool },
        { screen: 'inbox' as const, label: t('title.inbox'), Icon: IconBell },
        { screen: 'profile' as const, label: t('PROFILE'), Icon: IconUser },
      ]
    : [
        { screen: homeScreen(driver), label: t('HOME'), Icon: IconSteeringWheel },
        { screen: filterScreen(driver), label: t('FILTERS'), Icon: IconAdjustmentsHorizontal },
        { screen: 'calendar' as const, label: t('CALENDAR'), Icon: IconCalendar },
      ]
  const lit = entryOf(driver, current)?.screen
  return (
    <nav aria-label={t('shell.tabs')} className="tabs">
      {tabs.map(({ screen, label, Icon }) => (
        <ScreenLink
          key={screen}
          screen={screen}
          current={screen === current}
          holds={screen === lit}
          className={TAB}
        >
          <Icon aria-hidden />
          <span className="max-w-full truncate pt-px">{label}</span>
        </ScreenLink>
      ))}
      <button type="button" className={TAB} aria-haspopup="dialog" onPointerDown={onWarm} onClick={onMenu}>
        <IconMenu2 aria-hidden />
        <span className="max-w-full truncate pt-px">{t('MENU')}</span>
      </button>
    </nav>
  )
}
