import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { recallDriver } from './driver.ts'
import { withMoreWords } from './i18n.ts'
import { Crashed } from './screens/shell/Crashed.tsx'
import { Shell } from './screens/shell/Shell.tsx'
import { homeScreen } from './screens/shell/menu.ts'
import { SCREENS } from './screens/table.ts'
import type { Screen } from './screens/table.ts'

const root = createRootRoute({
  component: Shell,
  notFoundComponent: later(() => import('./screens/shell/NotFound.tsx'), 'NotFound'),
  errorComponent: Crashed,
})

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: `/${homeScreen(recallDriver())}`, replace: true })
  },
})

/** A screen with the words that home does without. */
function later<T extends Record<string, unknown>, K extends keyof T>(load: () => Promise<T>, name: K) {
  return lazyRouteComponent(() => withMoreWords(load()), name)
}

const home = lazyRouteComponent(() => import('./screens/bot/Home.tsx'), 'Home')
const history = later(() => import('./screens/log/History.tsx'), 'History')
const coming = later(() => import('./screens/coming/Coming.tsx'), 'Coming')

/** The screens that are built; every other one of the table says that it is on its way. */
const BUILT: Partial<Record<Screen, ReturnType<typeof lazyRouteComponent>>> = {
  home,
  'spark-home': home,
  login: later(() => import('./screens/accounts/SignIn.tsx'), 'SignIn'),
  logout: later(() => import('./screens/accounts/SignOut.tsx'), 'SignOut'),
  filter: later(() => import('./screens/filters/FilterScreen.tsx'), 'FilterScreen'),
  'live-log': later(() => import('./screens/log/LiveLogScreen.tsx'), 'LiveLogScreen'),
  register: later(() => import('./screens/accounts/Register.tsx'), 'Register'),
  otp: later(() => import('./screens/accounts/CodeEntry.tsx'), 'CodeEntry'),
  password: later(() => import('./screens/accounts/NewPassword.tsx'), 'NewPassword'),
  profile: later(() => import('./screens/accounts/Profile.tsx'), 'Profile'),
  inbox: later(() => import('./screens/notify/Inbox.tsx'), 'Inbox'),
  'notification-settings': later(
    () => import('./screens/notify/NotificationSettings.tsx'),
    'NotificationSettings',
  ),
  messages: later(() => import('./screens/notify/Received.tsx'), 'Received'),
  sync: later(() => import('./screens/platforms/Sync.tsx'), 'Sync'),
  logs: history,
  'spark-logs': history,
  support: later(() => import('./screens/support/Support.tsx'), 'Support'),
  fqa: later(() => import('./screens/help/Questions.tsx'), 'Questions'),
  termsandcondition: later(() => import('./screens/help/Terms.tsx'), 'Terms'),
  'privacy-policy': later(() => import('./screens/help/Privacy.tsx'), 'Privacy'),
  'bot-info': later(() => import('./screens/bot/BotInfo.tsx'), 'BotInfo'),
  admin: later(() => import('./screens/admin/Console.tsx'), 'Console'),
}

const screens = (Object.keys(SCREENS) as Screen[]).map((screen) =>
  createRoute({
    getParentRoute: () => root,
    path: `/${screen}`,
    component: BUILT[screen] ?? coming,
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

/** Fetches the other screens when the line is free and the driver does not save data. */
export function preloadScreens(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  for (const component of new Set([...Object.values(BUILT), coming])) void component.preload?.()
}
