import type { MissCause, Outcome, Waiting } from '../events.ts'
import type { Rule } from '../filters.ts'
import type { HoursSpread } from '../house-report.ts'
import type { HouseLimit } from '../house-rules.ts'
import type { IncidentKind } from '../incidents.ts'
import type { OfferKind, Variant } from '../offers.ts'
import type { PaidPlan } from '../plans.ts'
import type { headings } from './en/server/headings.ts'
import type { Phrases } from './messages.ts'
import type { NewsTexts } from './news.ts'

/** What a language says outside the app: in messages, papers and files. */
export type ServerWords = {
  messages: Phrases
  news: NewsTexts
  documents: DocumentTexts
  feed: FeedTexts
  history: HistoryTexts
  week: WeekTexts
  /** What a link of the terminal says that was used before. */
  usedLink: string
  report: ReportPhrases
  incidents: IncidentPhrases
  headings: Record<ConsoleColumn, string>
}

/** The texts of an invoice and a receipt. */
export type DocumentTexts = {
  invoice: string
  receipt: string
  invoiceNumbered(number: string): string
  receiptNumbered(reference: string): string
  continued(title: string): string
  page(page: number, pages: number): string
  testMode: string
  zone(zone: string): string
  number: string
  reference: string
  issued: string
  for: string
  paidOn: string
  paidWith: string
  billedTo: string
  paid: string
  unpaid: string
  credited: string
  payBy(when: string): string
  subscription(plan: PaidPlan, days: number): string
  columns: { what: string; when: string; paysYou: string; price: string }
  block: Record<Variant, string>
  instantDay: string
  checkIn: string
  subscriptionWeek(plan: PaidPlan | null): string
  takenBack: string
  items: string
  coupon(code: string | null): string
  credits: string
  waived: string
  due: string
  creditNotes: string
  left: string
  fee: string
  total: string
  feeNote: string
  payments: string
  withFee(fee: string): string
  wentBack(sum: string): string
  kept: string
  /** Of a payment, on its receipt. */
  received: string
  price: string
  refunded: string
  invoiceName: string
  nothingToPay: string
  /** Of a coupon's credit note. */
  givenAway(sum: string): string
  cause: Record<'correction' | 'refund' | 'operator' | 'coupon', string>
  card: string
  bank: string
  endsIn(brand: string, last4: string): string
  to(from: string, until: string): string
}

/** The texts of a block, or of an accept that is not decided, in a calendar. */
export type FeedTexts = {
  name: string
  givenBack: string
  /** The delivery app took it back. */
  gone: string
  /** What an undecided accept waits for. */
  waiting: Record<Waiting, string>
  /** It was undecided or held, and is the driver's no more without their doing. */
  lost: string
  notDecided: string
  anHour: string
  endEstimated: string
  stops(count: number): string
  miles(miles: string): string
  byBot: string
  byHand: string
  /** A place without a visible name. */
  somewhere: string
  alarm(station: string, minutes: number): string
}

/** The texts of an exported history. */
export type HistoryTexts = {
  head: Record<HistoryColumn, string>
  kinds: Record<OfferKind, string>
  outcomes: Record<Outcome, string>
  rules: Record<Rule, string>
  causes: Record<MissCause, string>
  /** What an undecided accept waits for. */
  waitings: Record<Waiting, string>
  /** The outcome of a shift that the rules of its instance leave to people; its value says until when. */
  leftToPeople: string
  /** What the platform did not state: nothing stands for a pay, an estimate for the others. */
  unstated: { pay: string; end: string }
}

/** In the order of the file. */
export const HISTORY_COLUMNS = [
  'seenAt',
  'offset',
  'station',
  'stationName',
  'kind',
  'outcome',
  'reason',
  'value',
  'limit',
  'startsAt',
  'endsAt',
  'pay',
  'tip',
  'currency',
  'estimated',
  'miles',
  'stops',
  'reactionMs',
] as const
export type HistoryColumn = (typeof HISTORY_COLUMNS)[number]

/** The texts of an exported week. */
export type WeekTexts = { head: Record<WeekColumn, string>; yes: string }

/** In the order of the file. */
export const WEEK_COLUMNS = [
  'day',
  'hour',
  'offset',
  'station',
  'stationName',
  'offered',
  'accepted',
  'missed',
  'ignoredTime',
  'ignoredPrice',
  'ignoredSchedule',
  'blocks',
  'minutes',
  'pay',
  'tip',
  'currency',
  'estimated',
] as const
export type WeekColumn = (typeof WEEK_COLUMNS)[number]

/** The texts of the monthly report; figures come formatted. */
export type ReportPhrases = {
  title(name: string, month: string): string
  shifts(bots: string, people: string): string
  spread(spread: Record<keyof HoursSpread, string>): string
  withBot(members: string, spread: string): string
  withoutBot(members: string, spread: string): string
  few: string
  rules(list: string): string
  noRules: string
  limits: Record<HouseLimit, (limit: string) => string>
  turns: string
  requests(count: string): string
  uncounted: string
  about: string
  open: string
}

/** The texts about incidents. */
export type IncidentPhrases = {
  kinds: Record<IncidentKind, (count: number) => string>
  wrong(count: number): string
  over: string
  test: { title: string; text: string }
  overLine(line: string): string
  open: string
}

/** A column of the console's files. */
export type ConsoleColumn = keyof typeof headings
