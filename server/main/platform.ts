import { readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { INSTANCE_KINDS } from '@madruga/core/instances.ts'
import { systemClock } from '../kit/clock.ts'
import { readRecording, recordSession, verifyRecording } from '../platforms.ts'
import { createFilesPrivately } from './folder.ts'

const USAGE = `usage:
  npm run platform -- record --kind ${INSTANCE_KINDS.join('|')} --base-url URL --user NAME
      [--password WORD] [--key KEY] [--option NAME=VALUE]... [--at LATITUDE,LONGITUDE]
      [--accept] [--allow-private] [--out FILE]
  npm run platform -- verify FILE...

record  signs in at a sandbox, reads its place, offers and held jobs, and writes every reply, without secrets
        and persons, up to the step at which the adapter cannot read one. --accept also accepts the first offer and releases it again. Without --password, the
        password is the first line of the input.
verify  lets the adapter read recordings again and says what it finds different.`

createFilesPrivately()
const [command, ...given] = process.argv.slice(2)
try {
  if (command === 'record') await record(given)
  else if (command === 'verify' && given.length > 0) for (const file of given) await verify(file)
  else fail(USAGE)
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

async function record(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      kind: { type: 'string' },
      'base-url': { type: 'string' },
      user: { type: 'string' },
      password: { type: 'string' },
      key: { type: 'string' },
      option: { type: 'string', multiple: true, default: [] },
      at: { type: 'string' },
      accept: { type: 'boolean', default: false },
      'allow-private': { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  })
  const kind = INSTANCE_KINDS.find((one) => one === values.kind)
  const { 'base-url': baseUrl, user, key = null } = values
  if (kind === undefined || baseUrl === undefined || user === undefined) return fail(USAGE)
  const out = values.out ?? `${kind}-${new Date().toISOString().slice(0, 10)}.json`
  const { recording, failed } = await recordSession({
    kind,
    baseUrl,
    key,
    secret: { email: user, password: values.password ?? (await askPassword()) },
    options: Object.fromEntries(values.option.map((one) => splitAt(one, '='))),
    at: values.at === undefined ? null : readPlace(values.at),
    variant: 'courier',
    accept: values.accept,
    allowPrivate: values['allow-private'],
    clock: systemClock,
  })
  const { facts, exchanges } = recording
  await writeFile(out, `${JSON.stringify(recording, null, 2)}\n`)
  console.log(`${out}: ${exchanges.length} replies; ${JSON.stringify(facts)}`)
  if (values.accept && facts.accepted === null)
    console.log('No offer had a free place: nothing was accepted.')
  console.log('Read the file before you pass it on: what is in it is your operator’s.')
  if (failed === null) return await verify(out)
  const { step, trouble, detail } = failed
  fail(`The session ended early, at: ${step}: ${trouble} (${detail})`)
}

async function verify(file: string): Promise<void> {
  const different = await verifyRecording(readRecording(await readFile(file, 'utf8')))
  if (different.length === 0) console.log(`${file}: the adapter reads it as it was recorded`)
  else fail(`${file}: ${different.join('; ')}`)
}

async function askPassword(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question('Password: ')
  } finally {
    lines.close()
  }
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function readPlace(text: string): { latitude: number; longitude: number } {
  const [latitude, longitude] = splitAt(text, ',').map(Number) as [number, number]
  return { latitude, longitude }
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
