import type { Generated } from 'kysely'
import type {
  CaptchaUses,
  CodeTickets,
  Credentials,
  Drivers,
  FormerTokens,
  OperatorBackupCodes,
  OperatorFactors,
  RateLimits,
  Sessions,
  Verifications,
} from './tables/accounts.ts'
import type { AdminActions, ServiceState, SupportMessages, SupportRequests } from './tables/admin.ts'
import type {
  Coupons,
  CouponUses,
  CreditNotes,
  Disputes,
  IdempotencyKeys,
  Invitations,
  InvoiceCounters,
  InvoiceItems,
  InvoiceReminders,
  Invoices,
  LedgerLines,
  LedgerEntries,
  LedgerAccounts,
  Payers,
  Payments,
  PriceLists,
  ReceivedEvents,
  Reconciliations,
  ReferralCodes,
  DriverCards,
  FormerIdentities,
  Referrals,
  Refunds,
  SubscriptionPeriods,
  WeekClosings,
} from './tables/billing.ts'
import type { Attempts, Blocks, Bots, SearchPolls } from './tables/bot.ts'
import type { DefaultInstant, InstantColumn } from './tables/columns.ts'
import type {
  Asks,
  AutostartFirings,
  AutostartTasks,
  CalendarLinks,
  CheckIns,
  InstantDays,
  Locations,
  ReleaseProfiles,
  Releases,
  ReminderSkips,
  ShadowOffers,
  ShadowRuns,
  Observations,
} from './tables/life.ts'
import type { DayFigures, LogEntries, OfferHours, RequestHours } from './tables/log.ts'
import type {
  SmsOptOuts,
  NotificationSettings,
  Notifications,
  Outbox,
  PushDevices,
  ReceivedMessages,
  ServiceKeys,
} from './tables/notify.ts'
import type { DriverStations, Filters, PlatformAccounts, Stations } from './tables/platforms.ts'

export type { InstantColumn, JsonColumn } from './tables/columns.ts'

/** Every table of db/migrations, as kysely types them. */
export type Tables = {
  drivers: Drivers
  sessions: Sessions
  former_tokens: FormerTokens
  credentials: Credentials
  verifications: Verifications
  rate_limits: RateLimits
  platform_accounts: PlatformAccounts
  stations: Stations
  driver_stations: DriverStations
  filters: Filters
  bots: Bots
  workers: { id: string; seen_at: DefaultInstant }
  attempts: Attempts
  blocks: Blocks
  log_heads: { driver_id: string; last_seq: Generated<number> }
  log_entries: LogEntries
  log_writers: { id: string; batch: Generated<number>; seen_at: DefaultInstant }
  day_figures: DayFigures
  offer_hours: OfferHours
  request_hours: RequestHours
  search_polls: SearchPolls
  observations: Observations
  release_profiles: ReleaseProfiles
  autostart_tasks: AutostartTasks
  autostart_firings: AutostartFirings
  asks: Asks
  shadow_runs: ShadowRuns
  shadow_offers: ShadowOffers
  locations: Locations
  instant_days: InstantDays
  check_ins: CheckIns
  releases: Releases
  reminder_skips: ReminderSkips
  calendar_links: CalendarLinks
  job_runs: { job: string; ran_at: InstantColumn }
  service_state: ServiceState
  code_tickets: CodeTickets
  captcha_uses: CaptchaUses
  notifications: Notifications
  notification_settings: NotificationSettings
  push_devices: PushDevices
  outbox: Outbox
  received_messages: ReceivedMessages
  service_keys: ServiceKeys
  operator_factors: OperatorFactors
  operator_backup_codes: OperatorBackupCodes
  support_requests: SupportRequests
  support_messages: SupportMessages
  admin_actions: AdminActions
  ledger_accounts: LedgerAccounts
  ledger_entries: LedgerEntries
  ledger_lines: LedgerLines
  invoice_counters: InvoiceCounters
  idempotency_keys: IdempotencyKeys
  received_events: ReceivedEvents
  price_lists: PriceLists
  subscription_periods: SubscriptionPeriods
  payers: Payers
  coupons: Coupons
  coupon_uses: CouponUses
  invoices: Invoices
  invoice_items: InvoiceItems
  invoice_reminders: InvoiceReminders
  credit_notes: CreditNotes
  payments: Payments
  refunds: Refunds
  disputes: Disputes
  referral_codes: ReferralCodes
  invitations: Invitations
  former_identities: FormerIdentities
  driver_cards: DriverCards
  sms_opt_outs: SmsOptOuts
  referrals: Referrals
  week_closings: WeekClosings
  reconciliations: Reconciliations
  migrations: { name: string; checksum: string; applied_at: DefaultInstant }
}
