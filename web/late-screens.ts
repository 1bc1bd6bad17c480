import type { ComponentType } from 'react'
import { withAccountsWords, withMoreWords, withWords } from './i18n.ts'
import { isPaid } from './paid.ts'
import type { HomeScreen, Screen } from './screens/table.ts'

type Loaded = Promise<{ default: ComponentType }>

/** A screen with its texts, which home does without. */
function later<K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K): () => Loaded {
  return async () => ({ default: (await withMoreWords(load()))[name] })
}

/** A screen before sign-in, with the texts of that journey alone. */
function before<K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K): () => Loaded {
  return async () => ({ default: (await withAccountsWords(load()))[name] })
}

const away = later(() => import('./screens/shell/Away.tsx'), 'Away')

/** A screen about paying, which is closed where no one pays. */
function paid<K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K): () => Loaded {
  const screen = later(load, name)
  return () => (isPaid() ? screen() : away())
}

const advancedFilter = later(() => import('./screens/filters/FilterScreen.tsx'), 'AdvancedFilter')
const invoices = paid(() => import('./screens/invoices/Invoices.tsx'), 'Invoices')

/** Every screen but home, by its address. */
const SCREENS: Record<LateScreen, () => Loaded> = {
  login: before(() => import('./screens/accounts/SignIn.tsx'), 'SignIn'),
  logout: later(() => import('./screens/accounts/SignOut.tsx'), 'SignOut'),
  filter: later(() => import('./screens/filters/FilterScreen.tsx'), 'FilterScreen'),
  'live-log': later(() => import('./screens/shell/Away.tsx'), 'LiveLog'),
  register: before(() => import('./screens/accounts/Register.tsx'), 'Register'),
  otp: before(() => import('./screens/accounts/CodeEntry.tsx'), 'CodeEntry'),
  password: before(() => import('./screens/accounts/NewPassword.tsx'), 'NewPassword'),
  profile: later(() => import('./screens/accounts/Profile.tsx'), 'Profile'),
  inbox: later(() => import('./screens/notify/Inbox.tsx'), 'Inbox'),
  'notification-settings': later(
    () => import('./screens/notify/NotificationSettings.tsx'),
    'NotificationSettings',
  ),
  messages: later(() => import('./screens/notify/Received.tsx'), 'Received'),
  sync: later(() => import('./screens/platforms/Sync.tsx'), 'Sync'),
  logs: later(() => import('./screens/log/History.tsx'), 'History'),
  'spark-logs': later(() => import('./screens/log/History.tsx'), 'SparkHistory'),
  'courier-logs': later(() => import('./screens/log/History.tsx'), 'CourierHistory'),
  support: later(() => import('./screens/support/Support.tsx'), 'Support'),
  fqa: later(() => import('./screens/help/Questions.tsx'), 'Questions'),
  termsandcondition: later(() => import('./screens/help/LegalPage.tsx'), 'Terms'),
  'privacy-policy': later(() => import('./screens/help/LegalPage.tsx'), 'Privacy'),
  'bot-info': later(() => import('./screens/shell/Away.tsx'), 'BotInfo'),
  'professional-filter': later(() => import('./screens/filters/FilterScreen.tsx'), 'ProfessionalFilter'),
  'spark-filter': later(() => import('./screens/filters/spark/SparkFilterScreen.tsx'), 'SparkFilterScreen'),
  'courier-filter': later(
    () => import('./screens/filters/courier/CourierFilterScreen.tsx'),
    'CourierFilterScreen',
  ),
  arrival: later(() => import('./screens/blocks/Arrival.tsx'), 'Arrival'),
  calendar: later(() => import('./screens/blocks/Calendar.tsx'), 'Calendar'),
  autostart: later(() => import('./screens/autostart/Autostart.tsx'), 'Autostart'),
  location: later(() => import('./screens/instant/Location.tsx'), 'Location'),
  'instant-offers': later(() => import('./screens/instant/InstantOffers.tsx'), 'InstantOffers'),
  captcha: later(() => import('./screens/platforms/Captcha.tsx'), 'Captcha'),
  'live-log-test': later(() => import('./screens/bot/LiveLogTest.tsx'), 'LiveLogTest'),
  recap: later(() => import('./screens/recap/Recap.tsx'), 'Recap'),
  glance: later(() => import('./screens/glance/Glance.tsx'), 'Glance'),
  forecast: later(() => import('./screens/shell/Away.tsx'), 'Forecast'),
  'advanced-filter': advancedFilter,
  'advanced-filter-v2': advancedFilter,
  invoices,
  'spark-invoices': invoices,
  'courier-invoices': invoices,
  payment: paid(() => import('./screens/billing/Payment.tsx'), 'Payment'),
  activation: paid(() => import('./screens/billing/Activation.tsx'), 'Activation'),
  'payment-history': paid(() => import('./screens/billing/PaymentHistory.tsx'), 'PaymentHistory'),
  invite: paid(() => import('./screens/referrals/Invite.tsx'), 'Invite'),
  admin: async () => ({
    default: (await withWords('console', withMoreWords(import('./screens/admin/Console.tsx')))).Console,
  }),
  'not-found': later(() => import('./screens/shell/NotFound.tsx'), 'NotFound'),
}

/** Fetches a screen other than home, with its texts. */
export function loadScreen(screen: LateScreen): Loaded {
  return SCREENS[screen]()
}

/** Home's destinations; the last is for an unknown address. */
type LateScreen = Exclude<Screen, HomeScreen> | 'not-found'
