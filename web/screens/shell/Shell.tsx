import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useAddress } from '../../address.ts'
import { hush, useAnnouncements } from '../../announce.ts'
import { recallDriver } from '../../driver.ts'
import type { Driver, KnownDriver } from '../../driver.ts'
import { useWords, withWords } from '../../i18n.ts'
import { isOlder } from '@madruga/core/version.ts'
import { serviceQuery, sessionQuery } from '../../queries.ts'
import { onDemand } from '../../ui/on-demand.ts'
import { BottomBarSlot, useBottomBarSlot } from '../../ui/BottomBar.tsx'
import { useDesktop } from '../../ui/media.ts'
import { useBooked } from '../bot/booked.ts'
import { SCREENS, screenOf, isHome } from '../table.ts'
import type { Screen } from '../table.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { Guard } from './Guard.tsx'
import { LoadedScreen } from './LoadedScreen.tsx'
import { useLiveSession } from './live-session.ts'

// On a phone the menu comes with the drawer, so neither is part of the first load.
const loadMenu = () => withWords('homeLate', import('./Menu.tsx'))
const Menu = lazy(() => loadMenu().then((module) => ({ default: module.Menu })))
const loadDrawer = () => import('../../ui/SideDrawer.tsx')
const SideDrawer = onDemand(
  () => loadDrawer().then((module) => module.SideDrawer),
  ({ open }) => open,
)

// Its room is kept from the first paint on, so that nothing moves when it arrives.
const Tabs = onDemand(() => withWords('homeLate', import('./Tabs.tsx')).then((module) => module.Tabs))

// The screens that share a place come after the first one.
const ScreenTabs = onDemand(() =>
  withWords('homeLate', import('./ScreenTabs.tsx')).then((module) => module.ScreenTabs),
)

const BookedBanner = onDemand(() =>
  withWords('homeLate', import('../bot/BookedBanner.tsx')).then((module) => module.BookedBanner),
)

const lateParts = () => import('../../late-parts.ts')
const OldVersion = onDemand(() => lateParts().then(({ loadOldVersion }) => loadOldVersion()))
const Suspended = onDemand(() => lateParts().then(({ loadOwed }) => loadOwed()))

/** The bell and debts are loaded after the first screen. */
const BELL_AFTER_MS = 1_500
const afterFirst = () => new Promise((resolve) => setTimeout(resolve, BELL_AFTER_MS)).then(lateParts)
const Bell = onDemand(() => afterFirst().then(({ loadBell }) => loadBell()))
const Owed = onDemand(() => afterFirst().then(({ loadOwed }) => loadOwed()))

/** Screens without the menu: no one is signed in, or the hands are on the wheel. */
const ALONE = new Set(['login', 'register', 'otp', 'password', 'glance'])

/** The frame around every screen; the first page for strangers has none. */
export function Shell() {
  const bare = useAddress().path === '/'
  const [beganBare] = useState(bare)
  return bare ? <LoadedScreen /> : <Frame entered={beganBare} />
}

/**
 * A long title takes two lines of a narrow phone; a word that does not fit next to the buttons, as of very
 * large text, its own line.
 */
const TITLE_LOOK = 'line-clamp-3 min-w-min flex-1 text-xl/tight font-extrabold outline-none'

/** Menu, title, connection, bottom bar, screen reader announcements. */
function Frame({
  entered,
}: {
  /** Whether it opens by a navigation, from the first page. */
  entered: boolean
}) {
  const { t, say } = useWords()
  const { path: pathname } = useAddress()
  const screen = screenOf(pathname)
  const session = useQuery(sessionQuery)
  const driver = session.data === undefined ? recallDriver() : session.data
  const desktop = useDesktop()
  const [bottomBar, place] = useBottomBarSlot()
  const title = screen ? say(SCREENS[screen].title) : t('title.not_found')
  const heading = useTitle(pathname, title, entered)
  useLiveSession(session.data ?? null)
  const owner = screen && ALONE.has(screen) ? null : driver
  // Open on one page: any navigation closes it.
  const [menuOn, setMenuOn] = useState<string | null>(null)
  return (
    <BottomBarSlot.Provider value={bottomBar}>
      <SkipLink />
      <div className="frame" data-menu={owner !== null}>
        {owner && <SideMenu driver={owner} screen={screen} shown={desktop} />}
        <div className="flex min-h-dvh min-w-0 flex-col">
          <header className="sticky top-0 z-20 bg-bg pt-[env(safe-area-inset-top)]">
            <TitleBar screen={screen} driver={owner} signedIn={session.data}>
              <h1 ref={heading} tabIndex={-1} className={TITLE_LOOK}>
                {title}
              </h1>
            </TitleBar>
            <ConnectionBanner
              signedIn={driver !== null}
              lost={session.isError}
              onRetry={() => void session.refetch()}
            />
          </header>
          <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
            {owner && screen && <Above driver={owner} status={session.data?.status} screen={screen} />}
            <Guard screen={screen}>
              <LoadedScreen />
            </Guard>
            <div
              ref={place}
              className="dock mt-auto sticky z-20 bg-bg px-3 pt-2 min-[22.5rem]:px-4 lg:px-6 has-[>div:empty]:hidden"
            />
          </main>
          {owner && (
            <PhoneMenu
              driver={owner}
              screen={screen}
              tabs={!desktop}
              open={menuOn === pathname}
              onOpenChange={(next) => setMenuOn(next ? pathname : null)}
            />
          )}
        </div>
      </div>
      <Booked />
      <Old />
      <Announcer pathname={pathname} />
    </BottomBarSlot.Provider>
  )
}

function SkipLink() {
  const { t } = useWords()
  return (
    <a
      className="skip"
      href="#main"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
    >
      {t('shell.skip')}
    </a>
  )
}

/** The menu of a desktop; its column is there before the menu is loaded. */
function SideMenu({ driver, screen, shown }: { driver: KnownDriver; screen: Screen | null; shown: boolean }) {
  return (
    <aside className="sticky top-0 hidden h-dvh bg-surface lg:block">
      {shown && (
        <Suspense fallback={null}>
          <Menu driver={driver} current={screen} />
        </Suspense>
      )}
    </aside>
  )
}

/** The screen's title, and the bell of a driver who is signed in. */
function TitleBar({
  screen,
  driver,
  signedIn,
  children,
}: {
  screen: Screen | null
  /** Whose menu it is; null: without a menu. */
  driver: KnownDriver | null
  /** Whose bell it is, once the session is known. */
  signedIn: Driver | null | undefined
  children: ReactNode
}) {
  const { t } = useWords()
  return (
    <div
      className={`mx-auto flex min-h-14 w-full max-w-[72rem] flex-wrap items-center gap-1 ${driver ? 'pl-4 pr-2 lg:px-6' : 'px-4'}`}
    >
      {children}
      {isHome(screen) && signedIn?.isDemo && (
        <span className="shrink-0 rounded-lg bg-surface-2 px-2 text-sm font-semibold">{t('shell.demo')}</span>
      )}
      {driver && signedIn && <Bell screen={screen} />}
    </div>
  )
}

/** Screens that show debts themselves. */
const PAYING = new Set(['activation', 'invoices', 'spark-invoices', 'courier-invoices', 'payment'])

/** Above a screen: those that share its place, and debts. */
function Above({
  driver,
  status,
  screen,
}: {
  driver: KnownDriver
  /** Once the session is known. */
  status: Driver['status'] | undefined
  screen: Screen
}) {
  return (
    <>
      {!isHome(screen) && <ScreenTabs driver={driver} current={screen} />}
      {status && <Dunning status={status} screen={screen} />}
    </>
  )
}

/** Debts, before anything else: on home, and everywhere while the account is suspended or not active. */
function Dunning({ status, screen }: { status: Driver['status']; screen: Screen }) {
  if (PAYING.has(screen)) return null
  const isHeld = status !== 'active'
  if (!isHeld && !isHome(screen)) return null
  const Shown = isHeld ? Suspended : Owed
  return <Shown />
}

/** On a phone the menu is a drawer, opened by the last tab. */
function PhoneMenu({
  driver,
  screen,
  tabs,
  open,
  onOpenChange,
}: {
  driver: KnownDriver
  screen: Screen | null
  tabs: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { t } = useWords()
  return (
    <>
      {tabs && (
        <Tabs
          driver={driver}
          current={screen}
          onWarm={() => void Promise.all([loadDrawer(), loadMenu()])}
          onMenu={() => onOpenChange(true)}
        />
      )}
      <SideDrawer open={open} onOpenChange={onOpenChange} label={t('MENU')}>
        <Menu driver={driver} current={screen} onGo={() => onOpenChange(false)} />
      </SideDrawer>
    </>
  )
}

/** Sets the tab's title, and moves the focus to the heading after a navigation (not on the first page). */
function useTitle(pathname: string, title: string, hasEntered: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(hasEntered ? null : pathname)
  useEffect(() => {
    document.title = `${title} · Madruga`
  }, [title])
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return heading
}

function Booked() {
  return useBooked().length === 0 ? null : <BookedBanner />
}

function Old() {
  const minimum = useQuery(serviceQuery).data?.minimumAppVersion
  return minimum && isOlder(APP_VERSION, minimum) ? <OldVersion minimum={minimum} /> : null
}

/** Clears announcements of the previous screen or language: on the next they would be read as new. */
function Announcer({ pathname }: { pathname: string }) {
  const { language } = useWords()
  const announcements = useAnnouncements()
  // Before the next screen's own effects, which may announce something at once.
  useLayoutEffect(hush, [pathname, language])
  return (
    <output className="sr-only" aria-atomic="false">
      {announcements.map(({ id, text }) => (
        <span key={id} className="block">
          {text}
        </span>
      ))}
    </output>
  )
}
