import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { ParseArgsOptionsConfig } from 'node:util'
import { describeKind, INSTANCE_KINDS } from '@madruga/core/instances.ts'
import type { InstanceKind, InstanceOption } from '@madruga/core/instances.ts'
import type { Terminal } from '../console/admin.ts'
import { systemClock } from '../kit/clock.ts'
import { readRecording, recordSession, verifyRecording } from '../platforms.ts'
import type { Recorded } from '../platforms.ts'

const USAGE = `usage:
  npm run platform -- record --kind ${INSTANCE_KINDS.join('|')} --base-url URL --user NAME
      [--by-code] [--key KEY] [--option NAME=VALUE]... [--at LATITUDE,LONGITUDE]
      [--accept] [--allow-private] [--out FILE]
  npm run platform -- verify FILE...

record  tries a wrong password and a wrong token once each, signs in at a sandbox, renews its tokens, reads its place, offers and held jobs, and writes every reply,
        without secrets and persons, up to the step at which the adapter cannot read one. The password is asked
        for; where nobody types, it is the first line of the input. --by-code signs in by a code that the
        platform sends to NAME, a phone number. --accept also accepts one offer of each sort, and gives each back where
        the platform has a release.
verify  lets the adapter read recordings again and says what it finds different.`

const OPTIONS = {
  kind: { type: 'string' },
  'base-url': { type: 'string' },
  user: { type: 'string' },
  'by-code': { type: 'boolean', default: false },
  key: { type: 'string' },
  option: { type: 'string', multiple: true, default: [] },
  at: { type: 'string' },
  accept: { type: 'boolean', default: false },
  'allow-private': { type: 'boolean', default: false },
  out: { type: 'string' },
} satisfies ParseArgsOptionsConfig

/** Executes a line of `npm run platform`; returns the exit code. Whatever fails is said on standard error. */
export async function runPlatformCommand(line: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  const [command, ...given] = line
  try {
    if (command === 'record') return await record(given, terminal)
    if (command === 'verify' && given.length > 0) return await verifyAll(given, terminal)
  } catch (error) {
    terminal.complain(error instanceof Error ? error.message : String(error))
    return 1
  }
  terminal.complain(USAGE)
  return 2
}

async function record(args: string[], terminal: Terminal): Promise<0 | 1 | 2> {
  const { values } = parseArgs({ args, options: OPTIONS })
  const kind = INSTANCE_KINDS.find((one) => one === values.kind)
  const { 'base-url': baseUrl, user, key = null, 'by-code': byCode, at, accept } = values
  if (kind === undefined || baseUrl === undefined || user === undefined) {
    terminal.complain(USAGE)
    return 2
  }
  const options = readOptions(kind, values.option)
  const out = values.out ?? `${kind}-${new Date().toISOString().slice(0, 10)}.json`
  const recorded = await recordSession({
    kind,
    baseUrl,
    key,
    secret: { email: user, password: byCode ? '' : await readPassword(terminal) },
    askCode: byCode ? () => terminal.askSecret('Code: ') : null,
    options,
    at: at === undefined ? null : readPlace(at),
    variant: 'courier',
    accept,
    allowPrivate: values['allow-private'],
    clock: systemClock,
  })
  await writeFile(out, `${JSON.stringify(recorded.recording, null, 2)}\n`)
  return report(recorded, out, terminal) ? await verifyAll([out], terminal) : 1
}

/** Refuses an option that no record of this kind has: it would be taken and do nothing. */
function readOptions(kind: InstanceKind, given: readonly string[]): Partial<Record<InstanceOption, string>> {
  const { options } = describeKind(kind)
  return Object.fromEntries(
    given.map((one) => {
      const [typed, value] = splitAt(one, '=')
      const name = options.find((option) => option === typed)
      if (name !== undefined) return [name, value]
      throw new Error(`no option ${typed}; there are ${options.join(', ') || 'none'}`)
    }),
  )
}

/** Says what was recorded; whether the session was played to its end. */
function report({ recording, failed }: Recorded, out: string, terminal: Terminal): boolean {
  const { facts, exchanges, accept } = recording
  terminal.say(`${out}: ${exchanges.length} replies; ${JSON.stringify(facts)}`)
  terminal.say('Read the file before you pass it on: what is in it is your operator’s.')
  if (failed !== null) {
    const { step, trouble, detail } = failed
    terminal.complain(`The session ended early, at: ${step}: ${trouble} (${detail})`)
    return false
  }
  if (facts.offers === 0) terminal.say('There was no offer: record again while there is one.')
  else if (accept && facts.accepted === null) terminal.say('No offer had a free place: nothing was accepted.')
  return true
}

async function verifyAll(files: readonly string[], terminal: Terminal): Promise<0 | 1> {
  let code: 0 | 1 = 0
  for (const file of files) {
    const different = await verifyRecording(readRecording(await readFile(file, 'utf8')))
    if (different.length === 0) terminal.say(`${file}: the adapter reads it as it was recorded`)
    else {
      terminal.complain(`${file}: ${different.join('; ')}`)
      code = 1
    }
  }
  return code
}

/** Not echoed where a person types. */
async function readPassword(terminal: Terminal): Promise<string> {
  if (terminal.isPerson) return await terminal.askSecret('Password: ')
  return (await terminal.readAll()).split(/\r?\n/, 1)[0]!
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function readPlace(text: string): { latitude: number; longitude: number } {
  const [latitude, longitude] = splitAt(text, ',').map(Number) as [number, number]
  return { latitude, longitude }
}
