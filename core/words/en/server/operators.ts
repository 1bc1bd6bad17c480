import { LEAST_MEMBERS } from '../../../house-report.ts'
import type { IncidentPhrases, ReportPhrases } from '../../server-words.ts'

/** What bots did at a platform in a month. */
export const report: ReportPhrases = {
  title: (name, month) => `What the bot did at ${name}, ${month}`,
  shifts: (bots, people) => `Shifts taken by bots: ${bots}. Taken by hand or assigned: ${people}.`,
  spread: ({ least, median, most }) => `least ${least} h, median ${median} h, most ${most} h`,
  withBot: (members, spread) => `Members with a bot: ${members}; their hours: ${spread}.`,
  withoutBot: (members, spread) => `Members without a bot: ${members}; their hours: ${spread}.`,
  few: `not shown for fewer than ${LEAST_MEMBERS} members`,
  rules: (list) => `Rules in force: ${list}.`,
  noRules: 'No rules of the house are in force.',
  limits: {
    headStartMinutes: (limit) => `people go first for ${limit} minutes`,
    allowanceHours: (limit) => `${limit} h of coming shifts at most`,
    maxHoursPerDay: (limit) => `${limit} h a day at most`,
    maxHoursPerWeek: (limit) => `${limit} h a week at most`,
    restHoursBetweenDays: (limit) => `${limit} h of rest between two days`,
    restHoursPerWeek: (limit) => `${limit} h of rest at one stretch a week`,
    waitListPlaces: (limit) => `${limit} places on wait lists at most`,
  },
  turns: 'members take turns',
  requests: (count) => `Requests that bots made: ${count}.`,
  uncounted: 'Requests were not counted that month.',
  about:
    'Only members who are connected to Madruga are counted, by shifts that start in the month. No name and no pay is in this report.',
  open: 'Open it in the console',
}

/** What is wrong with the service. */
export const incidents: IncidentPhrases = {
  kinds: {
    killed: () => 'The kill switch is on.',
    starts_closed: () => 'Starts are closed.',
    not_writable: () => 'The database stores nothing.',
    no_workers: (count) => `No worker is running; bots without one: ${count}.`,
    silent_bots: (count) => `Bots that are Running and send no requests: ${count}.`,
    stuck_bots: (count) => `Bots stuck in one state: ${count}.`,
    starts_wait: (count) => `Bots waiting for a worker to start them: ${count}.`,
    platform_silent: () => 'The platform does not answer.',
    gateway_silent: () => 'The payment provider does not answer.',
    books_differ: (count) => `Differences found by reconciliation: ${count}.`,
    job_fails: (count) => `A recurring job failed ${count} times in a row.`,
    job_late: () => 'A recurring job has missed its turns.',
    sender_refused: (count) =>
      `Messages that the phone provider refuses because of our number or account: ${count}.`,
    messages_fail: (count) => `Messages that failed within an hour: ${count}.`,
    messages_wait: (count) => `Messages waiting to be sent: ${count}.`,
    starts_late: (count) => `Autostarts that came too late today: ${count}.`,
    support_late: (count) => `Overdue support requests: ${count}.`,
    platform_withdrew: (count) => `Platforms that no longer confirm this service: ${count}.`,
    backup_old: () => 'The last backup is too old.',
    disk_full: () => 'The disk is nearly full.',
  },
  wrong: (count) => (count === 1 ? 'Something is wrong' : `${count} things are wrong`),
  over: 'Back to normal',
  test: {
    title: 'Test of operator alerts',
    text: 'You asked for a test. Alerts about the service reach you here.',
  },
  overLine: (line) => `Over: ${line}`,
  open: 'Open the overview',
}
