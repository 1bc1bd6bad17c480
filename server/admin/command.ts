import { parseArgs } from 'node:util'
import { AppError } from '@madruga/core/errors.ts'
import { StartError } from '../kit/start-error.ts'
import { driverCommands } from './command/drivers.ts'
import { RefusedError, UsageError } from './command/model.ts'
import type { Command, OperatorTools, Given, Terminal } from './command/model.ts'
import { serviceCommands } from './command/service.ts'
import { supportCommands } from './command/support.ts'

export { openTerminal } from './command/terminal.ts'
export type { OperatorTools, Terminal } from './command/model.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  ...driverCommands,
  ...serviceCommands,
  ...supportCommands,
}

/** The texts of the refusals of these commands. */
const REFUSALS: Readonly<Record<string, string>> = {
  'admin.driver_not_found': 'nobody has this e-mail',
  'admin.version_not_served': 'this service gives out no app so new: install the release first',
  'support.not_found': 'there is no request of this number',
  'accounts.email_taken': 'somebody has this e-mail already',
  'accounts.password_short': 'the password is too short: give 8 characters or more',
  'accounts.password_breached': 'the password was in a data breach: give another one',
  'accounts.password_common': 'the password is easy to guess: give another one',
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
  openOperatorTools: () => Promise<OperatorTools>,
): Promise<ExitCode> {
  const [name, ...rest] = line
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    for (const each of describeCommands()) terminal.say(each)
    return name === undefined ? 2 : 0
  }
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!command) throw new UsageError(`"${name}" is no command: "help" lists them`)
    const run = command.read(parse(command, rest))
    const tools = await openOperatorTools()
    try {
      await run(tools, terminal)
    } finally {
      await tools.close()
    }
    return 0
  } catch (error) {
    const usage = error instanceof UsageError
    terminal.complain(`madruga: ${oneLine(explain(error))}`)
    return usage ? 2 : 1
  }
}

function parse(command: Command, args: string[]): Given {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: command.options ?? {},
      allowPositionals: true,
      strict: true,
    })
    return { words: positionals, options: values as Given['options'] }
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}: ${command.usage}`)
  }
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
  const width = Math.max(...Object.values(COMMANDS).map(({ usage }) => usage.length))
  return [
    'npm run admin -- COMMAND',
    '',
    ...Object.values(COMMANDS).map(({ usage, about }) => `  ${usage.padEnd(width)}  ${about}`),
    '',
    'Works on the database of DATABASE_URL, or the embedded one of DATA_DIR, whether the product runs or not. Every change is written',
    'to the audit log as "command line". A product that runs stops the bots of "kill", "suspend" and "deactivate" within ten seconds,',
    'and ends the live views of "end-sessions" within a minute. Instants are in UTC. Exit codes: 0 done, 1 refused, 2 not understood.',
  ]
}
