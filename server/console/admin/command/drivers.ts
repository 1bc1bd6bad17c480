import { COMMAND_LINE } from '../model.ts'
import type { DriverDetail, DriverRow, Status } from '../model.ts'
import { answer, RefusedError, UsageError } from './model.ts'
import type { Command } from './model.ts'
import { isSet, readAddress, readOption, readText } from './read.ts'
import { formatFacts, formatInstant, formatTable } from './table.ts'

const STATUSES: readonly Status[] = ['active', 'inactive', 'suspended']

/** Commands about drivers and operators. */
export const driverCommands: readonly Command[] = [
  {
    usage: 'create-operator EMAIL [--name NAME] [--password-stdin]',
    about: 'Create an operator; prompts for the password or reads it from standard input',
    read(input) {
      const email = readAddress(input.words[0])
      const name = readText(input, 'name')?.trim() || (email.split('@')[0] ?? email)
      if (name.length > 160) throw new UsageError('--name is at most 160 characters')
      return async ({ admin }, terminal) => {
        let password: string
        if (isSet(input, 'password-stdin')) password = (await terminal.readAll()).replace(/\r?\n$/, '')
        else {
          password = await terminal.askSecret(`Password for ${email}: `)
          if ((await terminal.askSecret('Repeat it: ')) !== password)
            throw new RefusedError('the passwords do not match: nothing was changed')
        }
        const id = await admin.createOperator(COMMAND_LINE, { email, name, password })
        return answer({ id, email }, `${email} is now an operator and can sign in.`)
      }
    },
  },
  {
    usage: 'invite-operator EMAIL [--first]',
    about:
      'Print a link with which an operator sets their password, for a week; --first does nothing where there is one',
    read(input) {
      const email = readAddress(input.words[0])
      const onlyFirst = isSet(input, 'first')
      return async ({ admin, publicUrl }) => {
        const ticket = await admin.inviteOperator(COMMAND_LINE, { email, onlyFirst })
        if (ticket === null) return answer({ link: null }, 'There is an operator already.')
        const link = `${publicUrl}/#/password?ticket=${ticket}`
        return answer(
          { link },
          `${email} is an operator. Open this link within a week to set the password:`,
          link,
        )
      }
    },
  },
  {
    usage: 'drivers [TEXT] [--status STATUS] [--limit N]',
    about: 'List drivers by name, e-mail or phone, newest first',
    read(input) {
      const { limit } = input
      const [text] = input.words
      const status = readOption(input, 'status', STATUSES)
      return async ({ admin }) => {
        const page = await admin.listDrivers({ text, status, limit })
        const head = ['E-MAIL', 'NAME', 'PHONE', 'APP', 'ROLE', 'STATUS', 'BOT', 'DEVICE', 'SINCE']
        const restCount = page.total - page.drivers.length
        const more = restCount > 0 ? [`and ${restCount} more: add TEXT or raise --limit`] : []
        return answer(page, ...formatTable(head, page.drivers.map(toRow)), ...more)
      }
    },
  },
  {
    usage: 'driver EMAIL',
    about: 'Show everything about one driver',
    read({ words: [email = ''] }) {
      return async ({ admin }) => {
        const driver = await admin.readDriver(await admin.findDriver(email))
        const facts: [string, string][] = [
          ['id', driver.id],
          ['e-mail', driver.email],
          ['name', driver.name],
          ['phone', driver.phone ?? '-'],
          ['app', `${driver.app}, ${driver.plan}`],
          ['language', driver.language],
          ['role', driver.role],
          ['status', driver.statusReason ? `${driver.status}: ${driver.statusReason}` : driver.status],
          ['device', driver.deviceId ?? '-'],
          ['bot', botOf(driver)],
          ['platform', driver.platformState],
          ['filter', driver.filterVersion === 0 ? 'none' : `version ${driver.filterVersion}`],
          ['accepted this week', String(driver.acceptedThisWeek)],
          ['open requests', String(driver.openRequests)],
          ['signed in', `${driver.sessions} sessions, last seen ${formatInstant(driver.lastSeenAt)}`],
          ['since', formatInstant(driver.createdAt)],
        ]
        return answer(driver, ...formatFacts(facts))
      }
    },
  },
  statusCommand('activate', 'active', 'Allow a driver to start their bot'),
  statusCommand('deactivate', 'inactive', 'Deactivate an account and stop its bot'),
  statusCommand('suspend', 'suspended', 'Suspend a driver and stop their bot'),
  {
    usage: 'device EMAIL ID|none',
    about: 'Enable a device ID for instant offers, or remove it with "none"',
    read({ words: [email = '', wanted = ''] }) {
      const deviceId = wanted === 'none' ? null : wanted.trim()
      if (deviceId === '' || (deviceId?.length ?? 0) > 100)
        throw new UsageError('a device ID has 1 to 100 characters; "none" removes it')
      return async ({ admin }) => {
        const id = await admin.findDriver(email)
        const driver = await admin.setDevice(COMMAND_LINE, { id, deviceId })
        return answer(
          driver,
          driver.deviceId === null
            ? `${driver.email} has no device for instant offers now.`
            : `${driver.email} can get instant offers on device ${driver.deviceId}.`,
        )
      }
    },
  },
  {
    usage: 'end-sessions EMAIL',
    about: 'Sign a driver out everywhere',
    read({ words: [email = ''] }) {
      return async ({ admin }) => {
        const { ended } = await admin.endSessions(COMMAND_LINE, await admin.findDriver(email))
        return answer({ email, ended }, `${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`)
      }
    },
  },
  {
    usage: 'reset-second-factor EMAIL',
    about: 'Remove an operator’s lost authenticator; they set up a new one at the next sign-in',
    read({ words: [email = ''] }) {
      return async ({ admin }) => {
        const { had } = await admin.resetFactor(COMMAND_LINE, await admin.findDriver(email))
        return answer(
          { email, had },
          had
            ? `${email} is signed out everywhere and will set up a new authenticator at the next sign-in.`
            : `${email} had no authenticator and is signed out everywhere.`,
        )
      }
    },
  },
]

function toRow(driver: DriverRow): string[] {
  return [
    driver.email,
    driver.name,
    driver.phone ?? '-',
    driver.app,
    driver.role,
    driver.status,
    driver.phase ?? '-',
    driver.deviceId ?? '-',
    formatInstant(driver.createdAt),
  ]
}

function botOf({ phase, bot }: DriverDetail): string {
  const until = bot?.dueAt ? ` until ${formatInstant(bot.dueAt)}` : ''
  return `${phase ?? '-'}${until}${bot?.reason ? `: ${bot.reason}` : ''}`
}

function statusCommand(verb: string, status: Status, about: string): Command {
  return {
    usage: `${verb} EMAIL --reason WHY`,
    about,
    read({ words: [email = ''], reason }) {
      return async ({ admin }) => {
        const id = await admin.findDriver(email)
        const driver = await admin.setStatus(COMMAND_LINE, { id, status, reason })
        return answer(driver, `${driver.email} is now ${driver.status}.`)
      }
    },
  }
}
