import { contract } from '@madruga/core/contract.ts'
import { COMMAND_LINE } from '../model.ts'
import type { ServiceFigures, ServiceState } from '../model.ts'
import { answer } from './answer.ts'
import type { Answer, Command } from './model.ts'
import {
  isSet,
  readChoice,
  readInput,
  readLimit,
  readNumber,
  readReason,
  readText,
  readWords,
} from './read.ts'
import { formatFacts, formatInstant, formatTable } from './table.ts'

const reason = { reason: { type: 'string' } } as const
const MORE = 'there are more: raise --limit'
const MESSAGE_STATES = ['waiting', 'sent', 'failed', 'given_up'] as const

const service: Command = {
  usage: 'service',
  about: 'Show the switches and the fleet',
  read(given) {
    readWords(given)
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
}

function describeJob({ ranAt, failures, lastError }: ServiceFigures['jobs'][number]): string {
  const done = ranAt === null ? 'never run' : `last run ${formatInstant(ranAt)}`
  return failures === 0 ? done : `${done}, failed ${failures} times since: ${lastError ?? ''}`
}

const servers: Command = {
  usage: 'servers open|close --reason WHY',
  about: 'Open or close the servers to new starts; running bots continue',
  options: reason,
  read(given) {
    const [word] = readWords(given, 'open|close')
    const serverAvailable = readChoice(word, ['open', 'close']) === 'open'
    const why = readReason(given)
    return async ({ admin }) =>
      describeSwitches(await admin.setService(COMMAND_LINE, { serverAvailable, reason: why }))
  },
}

const kill: Command = {
  usage: 'kill on|off --reason WHY',
  about: 'Kill switch: on stops every bot, off lets them start again',
  options: reason,
  read(given) {
    const [word] = readWords(given, 'on|off')
    const killed = readChoice(word, ['on', 'off']) === 'on'
    const why = readReason(given)
    return async ({ admin }) => describeSwitches(await admin.setKilled(COMMAND_LINE, { killed, reason: why }))
  },
}

const minimumVersion: Command = {
  usage: 'minimum-version X.Y.Z [--reason WHY]',
  about: 'Set the minimum app version; older apps ask the driver to refresh',
  options: reason,
  read(given) {
    const [version = ''] = readWords(given, 'X.Y.Z')
    const why = readText(given, 'reason') === undefined ? `minimum version ${version}` : readReason(given)
    const { minimumAppVersion } = readInput(
      contract.admin.setService,
      { serverAvailable: true, minimumAppVersion: version, reason: why },
      `"${version}" is not a version such as 1.4.0`,
    )
    return async ({ admin }) =>
      describeSwitches(await admin.setService(COMMAND_LINE, { minimumAppVersion, reason: why }))
  },
}

const messages: Command = {
  usage: 'messages [--state STATE] [--limit N]',
  about: `List messages and their delivery; STATE is ${MESSAGE_STATES.join(', ')}`,
  options: { state: { type: 'string' }, limit: { type: 'string' } },
  read(given) {
    readWords(given)
    const wanted = readText(given, 'state')
    const state = wanted === undefined ? undefined : readChoice(wanted, MESSAGE_STATES)
    const limit = readLimit(given, 50, 1000)
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
}

const retry: Command = {
  usage: 'retry jobs|messages [JOB|ID]',
  about: 'Try again what failed: jobs at once, messages of the last three days; all of them, or one',
  read(given) {
    const names = given.words.length < 2 ? ['jobs|messages'] : ['jobs|messages', 'JOB|ID']
    const [what, one] = readWords(given, ...names)
    const isJobs = readChoice(what, ['jobs', 'messages']) === 'jobs'
    const id = isJobs || one === undefined ? undefined : readNumber(one)
    return async ({ admin }) => {
      const { retried } = await (isJobs
        ? admin.retryJobs(COMMAND_LINE, { job: one })
        : admin.retryMessages(COMMAND_LINE, { id }))
      return answer({ retried }, `${retried} ${isJobs ? 'jobs' : 'messages'} tried again`)
    }
  },
}

const audit: Command = {
  usage: 'audit [EMAIL] [--limit N]',
  about: 'List operator actions, newest first, optionally for one driver',
  options: { limit: { type: 'string' } },
  read(given) {
    const [email] = given.words.length === 0 ? [] : readWords(given, 'EMAIL')
    const limit = readLimit(given, 50, 1000)
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
}

const rotateKeys: Command = {
  usage: 'rotate-keys [--drop-old] [--sign-out-all]',
  about:
    'Create new encryption and signing keys; --drop-old deletes the old ones, --sign-out-all ends every session',
  options: { 'drop-old': { type: 'boolean' }, 'sign-out-all': { type: 'boolean' } },
  read(given) {
    readWords(given)
    const wanted = { dropOld: isSet(given, 'drop-old'), signOutAll: isSet(given, 'sign-out-all') }
    return async (tools) => {
      const done = await tools.rotateKeys(wanted)
      return answer({ done }, done)
    }
  },
}

const digest: Command = {
  usage: 'digest EMAIL|ADDRESS',
  about: 'Show the digest of an e-mail or IP address in the security log',
  read(given) {
    const [text = ''] = readWords(given, 'EMAIL|ADDRESS')
    return async (tools) => {
      const digested = await tools.digest(text)
      return answer({ digest: digested }, digested)
    }
  },
}

/** Commands about the service as a whole. */
export const serviceCommands: Record<string, Command> = {
  service,
  servers,
  kill,
  'minimum-version': minimumVersion,
  messages,
  retry,
  audit,
  'rotate-keys': rotateKeys,
  digest,
}

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
