import type { Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { countHouse, emailIn, monthOf, monthsOfHouse, monthToSend } from '@madruga/core/house-report.ts'
import type { HouseReport } from '@madruga/core/house-report.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Notify } from '../../notify.ts'
import { isDemoInstance, listInstances, nameOfInstance } from '../../platforms.ts'
import type { InstanceRow } from '../../platforms.ts'
import type { Db } from './model.ts'
import { listMemberMonths } from './store/house-reports.ts'
import { listOperators } from './store/incidents.ts'

/** What bots did at the instances, month by month. */
export type HouseReports = {
  /** The report of a month, by default the present one. Refuses with `instances.not_found`. */
  readReport(query: { id: string; month?: string | undefined }): Promise<Outputs['instances']['report']>
  /** All months of an instance, the present one first. Refuses with `instances.not_found`. */
  listReports(id: string): Promise<HouseReport[]>
  /**
   * Sends last month's reports, once each, to who authorised an instance, or to operators where the record
   * has no address. For the job table.
   */
  sendReports(): Promise<void>
}

export type HouseReportsDeps = {
  db: Db
  clock: Clock
  /** The service's zone. */
  timeZone: string
  notify: Pick<Notify, 'sendMessage'>
}

/** Creates them. */
export function createHouseReports({ db, clock, timeZone, notify }: HouseReportsDeps): HouseReports {
  const findRow = async (id: string): Promise<InstanceRow> => {
    const row = (await listInstances(db)).find((each) => each.id === id)
    if (row === undefined) throw new AppError('instances.not_found')
    return row
  }
  const report = async (row: InstanceRow, month: string): Promise<HouseReport> => {
    const zones = { timeZone: row.options.timeZone ?? null, serviceZone: timeZone }
    const members = await listMemberMonths(db, nameOfInstance(row), { month, ...zones })
    const requests = row.budget?.months?.[month] ?? null
    return { name: row.name, month, ...countHouse(members), rules: row.houseRules, requests }
  }

  return {
    async readReport({ id, month = monthOf(clock.now()) }) {
      const row = await findRow(id)
      return { ...(await report(row, month)), months: monthsOfHouse(row.createdAt, clock.now()) }
    },
    async listReports(id) {
      const row = await findRow(id)
      const reports: HouseReport[] = []
      for (const month of monthsOfHouse(row.createdAt, clock.now())) reports.push(await report(row, month))
      return reports
    },
    async sendReports() {
      const month = monthToSend(clock.now())
      if (month === null) return
      const operators = await listOperators(db)
      for (const row of await listInstances(db)) {
        if (!row.active || isDemoInstance(row.id) || monthOf(row.createdAt) > month) continue
        const params = { id: row.id, ...(await report(row, month)) }
        const email = emailIn(row.authorisedBy)
        const [{ language = 'en' } = {}] = operators
        const recipients = email === null ? operators : [{ driverId: null, email, language, timeZone }]
        for (const { email: recipient, ...to } of recipients)
          await notify.sendMessage(db, {
            ...to,
            channel: 'email',
            recipient,
            template: 'house_report',
            params,
            event: `house report:${row.id}:${month}:${recipient}`,
            expiresAt: clock.now() + 30 * DAY_MS,
          })
      }
    },
  }
}
