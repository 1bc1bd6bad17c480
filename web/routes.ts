import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { recallDriver } from './driver.ts'
import { withWords } from './i18n.ts'
import { Home } from './screens/bot/Home.tsx'
import { Crashed } from './screens/shell/Crashed.tsx'
import { Shell } from './screens/shell/Shell.tsx'
import { homeScreen } from './screens/shell/menu.ts'
import type { LateScreen } from './screens/late.ts'
import { SCREENS } from './screens/table.ts'
import type { Screen } from './screens/table.ts'

/** Fetches the list of the other screens: it names every part of the product, which home does not need. */
export const loadLateScreens = () => import('./late-screens.ts')

const late = (screen: LateScreen) =>
  lazyRouteComponent(() => loadLateScreens().then(({ loadScreen }) => loadScreen(screen)))

const notFound = late('not-found')

const root = createRootRoute({ component: Shell, notFoundComponent: notFound, errorComponent: Crashed })

const landing = lazyRouteComponent(
  () => withWords('landing', import('./screens/landing/Landing.tsx')),
  'Landing',
)

/** A driver known to this device goes home; a stranger sees what this is. */
const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: landing,
  errorComponent: Crashed,
  beforeLoad: () => {
    const driver = recallDriver()
    if (driver !== null) throw redirect({ to: `/${homeScreen(driver)}`, replace: true })
  },
})

const names = Object.keys(SCREENS) as Screen[]
const screens = names.map((screen) =>
  createRoute({
    getParentRoute: () => root,
    path: `/${screen}`,
    component: screen === 'home' || screen === 'spark-home' ? Home : late(screen),
    errorComponent: Crashed,
  }),
)

/** Addresses live behind the hash, as the seed lists them. */
export const router = createRouter({
  routeTree: root.addChildren([index, ...screens]),
  history: createHashHistory(),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

/**
 * Fetches the other screens, one journey after the other, each when the page has nothing else to do, unless
 * the driver saves data; the console only for operators.
 */
export async function preloadScreens(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const isOperator = recallDriver()?.role === 'operator'
  for (const [place, { options }] of screens.entries()) {
    if (!isOperator && names[place] === 'admin') continue
    await idle()
    // A screen that cannot be fetched now says so when it is opened.
    await options.component?.preload?.()?.catch(() => {})
  }
}

/** Waits until the browser has time, at most two seconds. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2_000 })
    else setTimeout(resolve, 50)
  })
}
