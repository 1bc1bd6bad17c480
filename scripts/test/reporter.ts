import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** One test of a file, with the suites around it in its name; `error` is the text of a failure. */
export type TestResult = { name: string; ms: number; outcome: 'passed' | 'failed' | 'skipped'; error: string }

let results: TestResult[] = []
let file = Promise.withResolvers<TestResult[]>()

/** The results of the file whose tests have just run; call it once a file. */
export async function collectResults(): Promise<TestResult[]> {
  const collected = await file.promise
  file = Promise.withResolvers()
  return collected
}

/** Receives every event of this process from Node's test runner, and prints nothing. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const names: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:start') names[data.nesting] = data.name
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const error = type === 'test:fail' ? describeError(data.details.error) : ''
    const isGroup = data.nesting === 0 || data.details.type === 'suite'
    if (!isGroup || error !== '') {
      const name = [...names.slice(1, data.nesting), data.name].join(' › ')
      results.push({ name, ms: data.details.duration_ms, outcome: outcomeOf(data, error), error })
    }
    if (data.nesting > 0) continue
    file.resolve(results)
    results = []
  }
  yield ''
}

function outcomeOf({ skip, todo }: { skip?: unknown; todo?: unknown }, error: string): TestResult['outcome'] {
  if (error !== '') return 'failed'
  return skip === undefined && todo === undefined ? 'passed' : 'skipped'
}

/** '' for a group that failed because a test of it did. */
function describeError(error: Error & { failureType?: string }): string {
  return error.failureType === 'subtestsFailed' ? '' : inspect(error.cause ?? error)
}
