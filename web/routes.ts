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
import { startScreen } from './screens/shell/menu.ts'
import type { LateScreen } from './screens/late.ts'
import { isHome, SCREENS } from './screens/table.ts'
import type { Screen } from './screens/table.ts'

/** Fetches the list of the other screens: it names every part of the product, which home does not need. */
export const loadLateScreens = () => import('./late-screens.ts')

const late = (screen: LateScreen) =>
  lazyRouteComponent(() => loadLateScreens().then(({ loadScreen }) => loadScreen(screen)))

const notFound = late('not-found')

const landing = lazyRouteComponent(
  () => withWords('landing', import('./screens/landing/Landing.tsx')),
  'Landing',
)

/**
 * Addresses live behind the hash, as the seed lists them. A function, and not a value: a slow phone evaluates
 * the program in one task, and makes the router in another.
 */
export function createAppRouter() {
  const root = createRootRoute({ component: Shell, notFoundComponent: notFound, errorComponent: Crashed })
  /** A driver known to this device goes home, an operator to the console; a stranger sees what this is. */
  const index = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: landing,
    errorComponent: Crashed,
    beforeLoad: () => {
      const driver = recallDriver()
      if (driver !== null) throw redirect({ to: `/${startScreen(driver)}`, replace: true })
    },
  })
  const screens = (Object.keys(SCREENS) as Screen[]).map((screen) =>
    createRoute({
      getParentRoute: () => root,
      path: `/${screen}`,
      component: isHome(screen) ? Home : late(screen),
      errorComponent: Crashed,
    }),
  )
  return createRouter({
    routeTree: root.addChildren([index, ...screens]),
    history: createHashHistory(),
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}
