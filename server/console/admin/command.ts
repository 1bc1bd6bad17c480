import { AppError } from '@madruga/core/errors.ts'
import { StartError } from '../../kit/start-error.ts'
import { VERSION } from '../../version.ts'
import { driverCommands } from './command/drivers.ts'
import { instanceCommands } from './command/instances.ts'
import { maintenanceCommands } from './command/maintenance.ts'
import { RefusedError, UsageError } from './command/model.ts'
import type { Answer, Backends, Command, OperatorTools, Terminal } from './command/model.ts'
import { parseLine, readGiven } from './command/read.ts'
import { serviceCommands } from './command/service.ts'
import { supportCommands } from './command/support.ts'

export { openTerminal } from './command/terminal.ts'
export type { Backends, Maintenance, OperatorTools, Terminal } from './command/model.ts'

const COMMANDS: readonly Command<Backends>[] = [
  ...opening(
    [...driverCommands, ...serviceCommands, ...supportCommands, ...instanceCommands],
    withOperatorTools,
  ),
  ...opening(maintenanceCommands, async ({ openMaintenance }, use) => await use(openMaintenance())),
]

const HELP = new Set(['help', '--help', '-h'])

/** The texts of the refusals of these commands. */
const REFUSALS: Readonly<Record<string, string>> = {
  'admin.driver_not_found': 'no account has this e-mail',
  'admin.version_not_served': 'this service does not have an app this new: install the release first',
  'support.not_found': 'no request has this number',
  'instances.not_found': 'no platform has this ID: "instances list" shows them',
  'instances.missing':
    'a field is missing: use every option that "instances --help" names, and --key-stdin, --currency and --time-zone for Fleetbase',
  'instances.url_invalid': 'the address is not one such as https://api.example.com',
  'instances.url_insecure': 'an address beyond this machine must begin with https:// or wss://',
  'instances.url_credentials': 'the address has a user name or password in it: leave them out',
  'instances.url_private': 'this is an address of this machine or of a private network: --private allows it',
  'instances.url_forbidden': 'requests to this address are never allowed',
  'instances.key_invalid': 'the key has a blank or a character that a key never has: read it again',
  'instances.recorded': 'this platform is recorded already: "instances list" shows it',
  'instances.name_taken': 'another platform has this name: drivers choose by it',
  'instances.date_invalid': '--authorised-on is not a day such as 2026-11-24',
  'instances.date_future': '--authorised-on is in the future',
  'instances.currency_invalid': '--currency is not a code such as EUR',
  'instances.time_zone_invalid': '--time-zone is not one such as Europe/Lisbon',
  'instances.rate_range': '--rate must be 1 to 10000',
  'instances.price_range': '--member-price must be 0.01 to 1000.00',
  'instances.house_rule_range':
    '--house-rules: a rule is out of its range: docs/platforms/coopcycle.md names them',
  'accounts.email_taken': 'this e-mail is already in use',
  'accounts.password_short': 'the password is too short: use 8 characters or more',
  'accounts.password_breached': 'the password was in a data breach: choose another one',
  'accounts.password_common': 'the password is easy to guess: choose another one',
}

/** Exit codes: done, failed, not understood. */
type ExitCode = 0 | 1 | 2

/**
 * Executes a command line and returns the exit code. The back end is opened only if the line was understood;
 * any error is one line on standard error.
 */
export async function runCommand(
  line: readonly string[],
  terminal: Terminal,
  backends: Backends,
): Promise<ExitCode> {
  const [name, ...rest] = line
  const page = pageOf(name)
  if (name === undefined || page !== null) {
    for (const each of page ?? []) terminal.say(each)
    return name === undefined ? 2 : 0
  }
  try {
    for (const each of await runNamed(name, rest, terminal, backends)) terminal.say(each)
    return 0
  } catch (error) {
    const usage = error instanceof UsageError
    terminal.complain(`madruga: ${oneLine(explain(error))}`)
    return usage ? 2 : 1
  }
}

/** Executes the command of a name; returns the lines to print. */
async function runNamed(
  name: string,
  args: string[],
  terminal: Terminal,
  backends: Backends,
): Promise<readonly string[]> {
  const command = COMMANDS.find(({ usage }) => usage.split(' ', 1)[0] === name)
  if (!command) throw new UsageError(`"${name}" is not a command: run "help" for the list`)
  const line = parseLine(command.usage, args)
  const { help, json } = line.options
  if (help) return [`npm run admin -- ${command.usage}`, `  ${command.about}`]
  const input = readGiven(command.usage, line)
  const { lines, value } = await command.read(input)(backends, terminal)
  return json ? [JSON.stringify(value, null, 2)] : lines
}

/** The same commands, each of which opens what it works with. */
function opening<Tools>(
  commands: readonly Command<Tools>[],
  open: (backends: Backends, use: (tools: Tools) => Promise<Answer>) => Promise<Answer>,
): Command<Backends>[] {
  return commands.map(({ read, ...rest }) => ({
    ...rest,
    read(input) {
      const run = read(input)
      return (backends, terminal) => open(backends, (tools) => run(tools, terminal))
    },
  }))
}

async function withOperatorTools(
  { openOperatorTools }: Backends,
  use: (tools: OperatorTools) => Promise<Answer>,
): Promise<Answer> {
  const tools = await openOperatorTools()
  try {
    return await use(tools)
  } finally {
    await tools.close()
  }
}

function pageOf(name: string | undefined): string[] | null {
  if (name === '--version') return [VERSION]
  return name === undefined || HELP.has(name) ? describeCommands() : null
}

function explain(error: unknown): string {
  if (error instanceof UsageError || error instanceof RefusedError || error instanceof StartError)
    return error.message
  if (error instanceof AppError) {
    const code = error.params.fields?.[0]?.code ?? error.code
    return REFUSALS[code] ?? `refused (${code})`
  }
  return error instanceof Error ? error.message : String(error)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ')
}

function describeCommands(): string[] {
  const width = Math.max(...COMMANDS.map(({ usage }) => usage.length))
  return [
    'npm run admin -- COMMAND',
    '',
    ...COMMANDS.map(({ usage, about }) => `  ${usage.padEnd(width)}  ${about}`),
    '',
    'Every command accepts --json, which prints its result as JSON, and --help. --version prints the version.',
    '',
    'Uses the database at DATABASE_URL, or the embedded one in DATA_DIR, whether or not the product is running.',
    'Every change is written to the audit log as "command line". A running product stops bots after "kill",',
    '"suspend" and "deactivate" within ten seconds, and closes live views after "end-sessions" within a minute.',
    'Times are in UTC. Exit codes: 0 done, 1 failed, 2 usage error.',
  ]
}
