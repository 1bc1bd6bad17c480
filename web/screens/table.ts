/** Every screen of the product: its address, the key of its title, and who may open it. */
import type { ShellKey } from '../i18n.ts'

type ScreenRow = {
  title: ShellKey
  /** Whether a session is required. */
  guarded: boolean
}

const row = (title: ShellKey, guarded = true) => ({ title, guarded }) as const

export const SCREENS = {
  home: row('HOME'),
  profile: row('PROFILE'),
  login: row('title.login', false),
  register: row('title.register', false),
  logs: row('LOGS'),
  logout: row('LOG_OFF', false),
  support: row('SUPPORT'),
  filter: row('FILTERS'),
  arrival: row('CHECKIN'),
  invoices: row('INVOICES'),
  autostart: row('AUTOSTART'),
  location: row('LOCATION_MENU_NAME'),
  'advanced-filter': row('ADVANCED_FILTER'),
  calendar: row('CALENDAR'),
  termsandcondition: row('title.termsandcondition', false),
  'advanced-filter-v2': row('ADVANCED_FILTER'),
  'instant-offers': row('title.instant-offers'),
  captcha: row('title.captcha'),
  'live-log': row('LOGS'),
  fqa: row('FQA'),
  payment: row('PAYMENT'),
  'professional-filter': row('PROFESSIONAL_FILTER'),
  activation: row('PAYMENT'),
  'payment-history': row('title.payment-history'),
  recap: row('RECAP'),
  'live-log-test': row('title.live-log-test'),
  invite: row('REFERRAL'),
  'notification-settings': row('title.notification-settings'),
  sync: row('SYNC'),
  otp: row('title.otp', false),
  'privacy-policy': row('title.privacy-policy', false),
  password: row('title.password', false),
  'spark-home': row('HOME'),
  'spark-logs': row('LOGS'),
  'spark-filter': row('FILTERS'),
  'spark-invoices': row('INVOICES'),
  // Ours, beyond the seed's.
  'courier-home': row('HOME'),
  'courier-logs': row('LOGS'),
  'courier-filter': row('FILTERS'),
  'courier-invoices': row('INVOICES'),
  inbox: row('title.inbox'),
  forecast: row('RECAP'),
  glance: row('title.glance'),
  'bot-info': row('FQA'),
  admin: row('title.admin'),
  messages: row('title.messages', false),
} as const satisfies Record<string, ScreenRow>

export type Screen = keyof typeof SCREENS

/** The start screens of the apps, which come with the first load. */
export type HomeScreen = 'home' | 'spark-home' | 'courier-home'

export function isHome(screen: Screen | null): screen is HomeScreen {
  return screen === 'home' || screen === 'spark-home' || screen === 'courier-home'
}

/** The screen of an address by its first segment, like the seed's menu; null if there is none. */
export function screenOf(pathname: string): Screen | null {
  const segment = pathname.split('/')[1] ?? ''
  return Object.hasOwn(SCREENS, segment) ? (segment as Screen) : null
}
