import { contract } from '@madruga/core/contract.ts'
import { COMMAND_LINE } from '../model.ts'
import type { ServiceFigures, ServiceState } from '../model.ts'
import { answer } from './model.ts'
import type { Answer, Command } from './model.ts'
import { isSet, readInput, readNumber, readOption } from './read.ts'
import { formatFacts, formatInstant, formatTable } from './table.ts'

const MORE = 'there are more: raise --limit'
const MESSAGE_STATES = ['waiting', 'sent', 'failed', 'given_up'] as const

/** Commands about the service as a whole. */
export const serviceCommands: readonly Command[] = [
  {
    usage: 'service',
    about: 'Show the switches and the fleet',
    read() {
      return async ({ admin }) => {
        const figures = await admin.readFigures()
        const bots = Object.entries(figures.phases).filter(([, count]) => count > 0)
        const facts: [string, string][] = [
          ...switchesOf(figures.state),
          ['drivers', String(figures.drivers)],
          ['bots', bots.map(([phase, count]) => `${phase} ${count}`).join(', ') || 'none'],
          ['waiting to start', String(figures.starting)],
          [
            'messages',
            `${figures.messages.waiting} waiting, ${figures.messages.failed} failed in the last day`,
          ],
          ['open requests', String(figures.openRequests)],
          ...figures.workers.map((each): [string, string] => [
            `worker ${each.id}`,
            `${each.bots} of ${each.capacity} bots, seen ${formatInstant(each.seenAt)}`,
          ]),
          ...figures.jobs.map((each): [string, string] => [`job ${each.job}`, describeJob(each)]),
        ]
        return answer(figures, ...formatFacts(facts))
      }
    },
  },
  {
    usage: 'servers open|close --reason WHY',
    about: 'Open or close the servers to new starts; running bots continue',
    read({ words: [word], reason }) {
      const serverAvailable = word === 'open'
      return async ({ admin }) =>
        describeSwitches(await admin.setService(COMMAND_LINE, { serverAvailable, reason }))
    },
  },
  {
    usage: 'kill on|off --reason WHY',
    about: 'Kill switch: on stops every bot, off lets them start again',
    read({ words: [word], reason }) {
      const killed = word === 'on'
      return async ({ admin }) => describeSwitches(await admin.setKilled(COMMAND_LINE, { killed, reason }))
    },
  },
  {
    usage: 'minimum-version X.Y.Z [--reason WHY]',
    about: 'Set the minimum app version; older apps ask the driver to refresh',
    read(input) {
      const [version = ''] = input.words
      const reason = input.reason || `minimum version ${version}`
      const { minimumAppVersion } = readInput(
        contract.admin.setService,
        { serverAvailable: true, minimumAppVersion: version, reason },
        `"${version}" is not a version such as 1.4.0`,
      )
      return async ({ admin }) =>
        describeSwitches(await admin.setService(COMMAND_LINE, { minimumAppVersion, reason }))
    },
  },
  {
    usage: 'messages [--state STATE] [--limit N]',
    about: `List messages and their delivery; STATE is ${MESSAGE_STATES.join(', ')}`,
    read(input) {
      const { limit } = input
      const state = readOption(input, 'state', MESSAGE_STATES)
      return async ({ admin }) => {
        const page = await admin.listMessages({ state, limit })
        const head = ['ID', 'AT', 'CHANNEL', 'TO', 'WHAT', 'STATE', 'TRIES', 'ERROR']
        const rows = page.messages.map((each) => [
          String(each.id),
          formatInstant(each.at),
          each.channel,
          each.recipient,
          each.template,
          each.state,
          String(each.attempts),
          each.error ?? '',
        ])
        return answer(page, ...formatTable(head, rows), ...(page.more ? [MORE] : []))
      }
    },
  },
  {
    usage: 'retry jobs|messages [JOB|ID]',
    about: 'Try again what failed: jobs at once, messages of the last three days; all of them, or one',
    read({ words: [what, one] }) {
      const isJobs = what === 'jobs'
      const id = isJobs || one === undefined ? undefined : readNumber(one)
      return async ({ admin }) => {
        const { retried } = await (isJobs
          ? admin.retryJobs(COMMAND_LINE, { job: one })
          : admin.retryMessages(COMMAND_LINE, { id }))
        return answer({ retried }, `${retried} ${isJobs ? 'jobs' : 'messages'} tried again`)
      }
    },
  },
  {
    usage: 'audit [EMAIL] [--limit N]',
    about: 'List operator actions, newest first, optionally for one driver',
    read({ words: [email], limit }) {
      return async ({ admin }) => {
        const driverId = email === undefined ? undefined : await admin.findDriver(email)
        const page = await admin.listActions({ limit, driverId })
        const head = ['ID', 'AT', 'WHO', 'WHAT', 'DRIVER', 'DETAILS']
        const rows = page.actions.map((each) => [
          String(each.id),
          formatInstant(each.at),
          each.actor,
          each.action,
          each.driverEmail ?? '',
          Object.keys(each.details).length === 0 ? '' : JSON.stringify(each.details),
        ])
        return answer(page, ...formatTable(head, rows), ...(page.more ? [MORE] : []))
      }
    },
  },
  {
    usage: 'rotate-keys [--drop-old] [--sign-out-all]',
    about:
      'Create new encryption and signing keys; --drop-old deletes the old ones, --sign-out-all ends every session',
    read(input) {
      const options = { dropOld: isSet(input, 'drop-old'), signOutAll: isSet(input, 'sign-out-all') }
      return async (tools) => {
        const report = await tools.rotateKeys(options)
        return answer({ done: report }, report)
      }
    },
  },
  {
    usage: 'digest EMAIL|ADDRESS',
    about: 'Show the digest of an e-mail or IP address in the security log',
    read({ words: [text = ''] }) {
      return async (tools) => {
        const digest = await tools.digest(text)
        return answer({ digest }, digest)
      }
    },
  },
]

function describeSwitches(state: ServiceState): Answer {
  return answer(state, ...formatFacts(switchesOf(state)))
}

function switchesOf(state: ServiceState): [string, string][] {
  return [
    ['servers', state.serverAvailable ? 'open' : 'closed'],
    ['kill switch', state.killed ? 'on' : 'off'],
    ['minimum version', state.minimumAppVersion],
  ]
}

function describeJob({ ranAt, failures, lastError }: ServiceFigures['jobs'][number]): string {
  const lastRun = ranAt === null ? 'never run' : `last run ${formatInstant(ranAt)}`
  return failures === 0 ? lastRun : `${lastRun}, failed ${failures} times since: ${lastError ?? ''}`
}
