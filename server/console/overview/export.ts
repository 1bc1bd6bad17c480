import type { OperatorList } from '@madruga/core/contract.ts'
import { CSV_START, writeCsvLine } from '@madruga/core/csv.ts'
import type { CsvCell } from '@madruga/core/csv.ts'
import { HOUSE_LIMITS } from '@madruga/core/house-rules.ts'
import type { HoursSpread } from '@madruga/core/house-report.ts'
import type { HouseRules } from '@madruga/core/house-rules.ts'
import { REQUEST_STATES } from '@madruga/core/support.ts'
import { toIso } from '@madruga/core/time.ts'
import type { Actor, Admin } from '../admin.ts'
import { recordAction } from '../admin.ts'
import type { Accounting } from '../../money/billing.ts'
import type { Clock } from '../../kit/clock.ts'
import { WORDS } from '../../words.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { ConsoleColumn } from '@madruga/core/words/server-words.ts'
import type { HouseReports } from './house-reports.ts'
import type { Db } from './model.ts'

/** The list that is exported, as its page on the screen is filtered. */
export type ExportQuery = {
  list: OperatorList
  text?: string | undefined
  state?: string | undefined
  /** Of the headings. */
  language: Language
}

export type ExportDeps = {
  db: Db
  clock: Clock
  admin: Pick<Admin, 'listDrivers' | 'listRequests' | 'listActions' | 'readFigures'>
  accounting: Pick<Accounting, 'findInvoices' | 'findPayments' | 'listCoupons' | 'pageMemberMonths'>
} & Pick<HouseReports, 'listReports'>

type Row = Partial<Record<ConsoleColumn, CsvCell>>
type Page = { rows: Row[]; next: string | number | null }
type Lists = Record<OperatorList, (query: ExportQuery, after: string | number | null) => Promise<Page>>

const PAGE = 100
const MOST_REQUESTS = 100_000

/**
 * A list as CSV, page by page: a heading in the operator's language, then a line for each row; amounts in
 * dollars where no currency stands beside them, times in UTC. The states and kinds are those of the API, for
 * spreadsheets and scripts. That it was exported is in the audit log before the first line.
 */
export async function exportList(
  deps: ExportDeps,
  actor: Actor,
  query: ExportQuery,
): Promise<AsyncIterable<string>> {
  const { list, language, ...details } = query
  await recordAction(deps.db, actor, deps.clock.now(), {
    action: 'lists.export',
    details: { list, ...details },
  })
  return writePages(language, (after) => createLists(deps)[list](query, after))
}

async function* writePages(
  language: ExportQuery['language'],
  read: (after: string | number | null) => Promise<Page>,
): AsyncGenerator<string> {
  const { headings } = WORDS[language]
  let isFirst = true
  for (let after: string | number | null = null; isFirst || after !== null; isFirst = false) {
    const { rows, next } = await read(after)
    const head = Object.keys(rows[0] ?? {}).map((column) => headings[column as ConsoleColumn])
    if (isFirst) yield CSV_START + (rows[0] ? writeCsvLine(head) : '')
    yield rows.map((row) => writeCsvLine(Object.values(row))).join('')
    after = next
  }
}

function createLists(deps: ExportDeps): Lists {
  return { ...createPeopleLists(deps), ...createMoneyLists(deps), house: (query) => listHouse(deps, query) }
}

/** A line for each month of a platform. */
async function listHouse({ listReports }: ExportDeps, { text = '', state }: ExportQuery): Promise<Page> {
  const reports = await listReports(text)
  const rows = reports
    .filter(({ month }) => state === undefined || month === state)
    .map(({ name, month, shifts, members, hours, rules, requests }) => {
      const [leastWithBot, medianWithBot, mostWithBot] = cellsOf(hours.withBot)
      const [leastWithoutBot, medianWithoutBot, mostWithoutBot] = cellsOf(hours.withoutBot)
      return {
        name,
        month,
        byBots: shifts.byBots,
        byPeople: shifts.byPeople,
        withBot: members.withBot,
        leastWithBot,
        medianWithBot,
        mostWithBot,
        withoutBot: members.withoutBot,
        leastWithoutBot,
        medianWithoutBot,
        mostWithoutBot,
        requests,
        rules: rules === null ? '' : listRules(rules).join(', '),
      }
    })
  return { rows, next: null }
}

function cellsOf(spread: HoursSpread | null): [CsvCell, CsvCell, CsvCell] {
  return spread === null ? [null, null, null] : [spread.least, spread.median, spread.most]
}

/** The rules that are in force, by their names in the API. */
function listRules(rules: HouseRules): string[] {
  const limits = HOUSE_LIMITS.filter((rule) => rules[rule] !== null).map((rule) => `${rule} ${rules[rule]}`)
  return rules.takesTurns ? [...limits, 'takesTurns'] : limits
}

type MoneyList = 'invoices' | 'payments' | 'coupons' | 'members'

function createPeopleLists({ admin }: ExportDeps): Omit<Lists, MoneyList | 'house'> {
  return {
    async drivers({ text, state }, after) {
      const status = DRIVER_STATES.find((each) => each === state)
      const { drivers, next } = await admin.listDrivers({
        text,
        status,
        limit: PAGE,
        ...(after !== null && { after: String(after) }),
      })
      const rows = drivers.map((row) => ({
        name: row.name,
        email: row.email,
        phone: row.phone,
        app: row.app,
        plan: row.plan,
        role: row.role,
        status: row.status,
        bot: row.phase,
        createdAt: at(row.createdAt),
      }))
      return { rows, next }
    },
    async support({ state }) {
      const requests = await admin.listRequests({
        state: REQUEST_STATES.find((each) => each === state),
        limit: MOST_REQUESTS,
      })
      const rows = requests.map((row) => ({
        request: row.id,
        driver: row.driverEmail,
        topic: row.topic,
        state: row.state,
        openedAt: at(row.openedAt),
        dueAt: at(row.dueAt),
        messages: row.messages.length,
      }))
      return { rows, next: null }
    },
    async audit(_query, after) {
      const { actions, more } = await admin.listActions({
        limit: PAGE,
        ...(after !== null && { before: Number(after) }),
      })
      const rows = actions.map((row) => ({
        at: at(row.at),
        operator: row.actor,
        action: row.action,
        driver: row.driverEmail,
        details: JSON.stringify(row.details),
      }))
      return { rows, next: more ? actions.at(-1)!.id : null }
    },
    async jobs() {
      const { jobs } = await admin.readFigures()
      const rows = jobs.map((row) => ({
        job: row.job,
        doneAt: at(row.ranAt),
        failures: row.failures,
        failedAt: at(row.failedAt),
        lastError: row.lastError,
      }))
      return { rows, next: null }
    },
  }
}

function createMoneyLists({ accounting }: ExportDeps): Pick<Lists, MoneyList> {
  return {
    async invoices({ text = '', state }, after) {
      const { invoices, next } = await accounting.findInvoices({
        text,
        state: INVOICE_STATES.find((each) => each === state),
        limit: PAGE,
        ...(after !== null && { before: Number(after) }),
      })
      const rows = invoices.map((row) => ({
        number: row.number,
        driver: row.driverEmail,
        kind: row.kind,
        state: row.state,
        from: row.from,
        to: row.to,
        due: hundredths(row.dueCents),
        credited: hundredths(row.creditedCents),
        issuedAt: at(row.issuedAt),
        paidAt: at(row.paidAt),
      }))
      return { rows, next }
    },
    async payments({ text = '' }, after) {
      const { payments, next } = await accounting.findPayments({
        text,
        limit: PAGE,
        ...(after !== null && { before: Number(after) }),
      })
      const rows = payments.map((row) => ({
        reference: row.reference,
        invoice: row.what.number,
        driver: row.driverEmail,
        state: row.state,
        amount: hundredths(row.amountCents),
        fee: hundredths(row.feeCents),
        refunded: hundredths(row.refundedCents),
        at: at(row.at),
        paidAt: at(row.paidAt),
      }))
      return { rows, next }
    },
    members: (_query, after) => readMembers(accounting, after),
    async coupons() {
      const coupons = await accounting.listCoupons()
      const rows = coupons.map((row) => ({
        code: row.code,
        percent: row.cut.kind === 'percent' ? row.cut.percent : null,
        amount: row.cut.kind === 'amount' ? hundredths(row.cut.cents) : null,
        appliesTo: row.appliesTo,
        from: at(row.from),
        until: at(row.until),
        uses: row.uses,
        mostUses: row.mostUses,
        stopped: String(row.stopped),
        madeBy: row.actor,
        note: row.note,
      }))
      return { rows, next: null }
    },
  }
}

async function readMembers(
  accounting: Pick<Accounting, 'pageMemberMonths'>,
  after: string | number | null,
): Promise<Page> {
  const months = await accounting.pageMemberMonths(after === null ? null : String(after), PAGE)
  const rows = months.map((row) => ({
    month: row.month,
    platform: row.platform,
    name: row.name,
    email: row.email,
    amount: hundredths(row.cents),
    currency: row.currency,
  }))
  return { rows, next: months.length === PAGE ? months.at(-1)!.key : null }
}

const DRIVER_STATES = ['active', 'inactive', 'suspended'] as const
const INVOICE_STATES = ['unpaid', 'paid', 'credited'] as const

function hundredths(cents: number): string {
  return (cents / 100).toFixed(2)
}

function at(instant: number | null): string | null {
  return instant === null ? null : toIso(instant)
}
