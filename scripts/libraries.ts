import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { judgeLibraries, listInstalled } from './libraries/judge.ts'
import type { Advisory, LockEntry, Pinned } from './libraries/judge.ts'

/**
 * Checks the libraries against the time frames of docs/security.md with data from npm's registry: a line for
 * each breach. Exits with 1 if there is one, and with 2 if the registry did not answer everything, unless
 * `--if-answered` accepts that.
 */
const root = path.join(import.meta.dirname, '..')
/** The registry that npm itself would use. */
const REGISTRY = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' })
  .trim()
  .replace(/\/$/, '')
const WORKSPACES = ['core', 'server', 'simulator', 'web']
const AT_ONCE = 8
const ANSWER_MS = 20_000

const ask = (route: string, options: RequestInit = {}) =>
  fetch(`${REGISTRY}/${route}`, { ...options, signal: AbortSignal.timeout(ANSWER_MS) }).then(
    async (answer) => {
      if (!answer.ok) throw new Error(`${route}: status ${answer.status}`)
      return (await answer.json()) as unknown
    },
  )

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')) as T
}

async function readTimes(unanswered: string[]): Promise<Pinned[]> {
  type Manifest = { dependencies?: Record<string, string> }
  const pinned = new Map(
    WORKSPACES.flatMap((each) =>
      Object.entries(readJson<Manifest>(`${each}/package.json`).dependencies ?? {}),
    ).filter(([name]) => !name.startsWith('@madruga/')),
  )
  const waiting = [...pinned]
  const found: Pinned[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, version] = next
      await ask(name.replace('/', '%2f'))
        .then((answer) => found.push({ name, version, times: (answer as { time: Pinned['times'] }).time }))
        .catch((error: unknown) => unanswered.push(String(error)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return found
}

async function readAdvisories(unanswered: string[]): Promise<Advisory[]> {
  const lock = readJson<{ packages: Record<string, LockEntry> }>('package-lock.json')
  const options = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(listInstalled(lock)),
  }
  try {
    const answer = await ask('-/npm/v1/security/advisories/bulk', options)
    const byName = Object.entries(answer as Record<string, Omit<Advisory, 'name'>[]>)
    return byName.flatMap(([name, all]) => all.map((each) => ({ ...each, name })))
  } catch (error) {
    unanswered.push(String(error))
    return []
  }
}

const unanswered: string[] = []
const [pinned, advisories] = await Promise.all([readTimes(unanswered), readAdvisories(unanswered)])
const breaches = judgeLibraries(pinned, advisories, Date.now())
for (const line of breaches) console.log(`breach: ${line}`)
for (const line of unanswered) console.log(`not answered: ${line}`)
console.log(
  `${pinned.length} direct dependencies, ${breaches.length} breaches, ${unanswered.length} not answered`,
)
const isPartial = unanswered.length > 0 && !process.argv.includes('--if-answered')
process.exitCode = breaches.length > 0 ? 1 : isPartial ? 2 : 0
