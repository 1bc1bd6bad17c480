import type { KnownDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import type { Screen } from '../table.ts'
import { tabsOf } from './menu-more.ts'

/** The screens that share a place with this one, under its title. */
export function ScreenTabs({ driver, current }: { driver: KnownDriver; current: Screen }) {
  const { say } = useWords()
  const place = tabsOf(driver, current)
  if (place === null) return null
  return (
    <nav
      aria-label={say(place.tabs[0]!.title)}
      className="mx-auto flex w-full max-w-[72rem] gap-5 overflow-x-auto px-4 pb-2 [scrollbar-width:none] lg:px-6"
    >
      {place.tabs.map(({ title, screen }) => (
        <ScreenLink
          key={screen}
          screen={screen}
          current={screen === current}
          holds={screen === place.lit}
          className="flex min-h-12 shrink-0 items-center border-b-[3px] border-transparent font-bold text-muted aria-[current]:border-amber aria-[current]:text-text"
        >
          {say(title)}
        </ScreenLink>
      ))}
    </nav>
  )
}
