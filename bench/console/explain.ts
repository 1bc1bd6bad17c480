import { Client } from 'pg'
import type { World } from '@madruga/server/world.ts'

/** What one statement of a screen costs, by the database's own measure. */
export type Cost = {
  text: string
  ms: number
  /** Pages of 8 KB that it read, from memory or disk. */
  pages: number
  /** Tables that it read from end to end, with the rows that it threw away. */
  scans: string[]
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Rows Removed by Filter'?: number
  'Actual Loops': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}
type Explained = { Plan: Plan; 'Execution Time': number; 'Planning Time': number }

type Statement = { text: string; values: unknown[] }
let recording: Statement[] | null = null
const { query } = Client.prototype
Client.prototype.query = function recorded(this: Client, ...given: never[]) {
  const [what, values] = given as unknown as [string | Statement, unknown[] | undefined]
  if (recording) {
    if (typeof what === 'string') recording.push({ text: what, values: values ?? [] })
    else recording.push({ text: what.text, values: what.values ?? [] })
  }
  return Reflect.apply(query, this, given)
} as typeof query

/** Does work and returns the queries that it made. */
async function record(work: () => Promise<unknown>): Promise<Statement[]> {
  recording = []
  try {
    await work()
    return recording.filter(
      ({ text }) => /^\s*\(?(select|with)\b/.test(text) && !/pg_advisory|set_config/.test(text),
    )
  } finally {
    recording = null
  }
}

/** Explains each query that some work makes; the median of three runs, the first of which warms up. */
export async function explainWork({ database }: World, work: () => Promise<unknown>): Promise<Cost[]> {
  const costs: Cost[] = []
  for (const { text, values } of await record(work)) {
    const runs: Explained[] = []
    for (let turn = 0; turn < 4; turn++) {
      const { rows } = await database.pool.query(`explain (analyze, buffers, format json) ${text}`, values)
      runs.push((rows[0] as { 'QUERY PLAN': Explained[] })['QUERY PLAN'][0]!)
    }
    const [, ...warm] = runs
    const median = warm.toSorted((one, other) => one['Execution Time'] - other['Execution Time'])[1]!
    costs.push({
      text: text.replaceAll(/\s+/g, ' ').trim(),
      ms: median['Execution Time'] + median['Planning Time'],
      pages: median.Plan['Shared Hit Blocks'] + median.Plan['Shared Read Blocks'],
      scans: listScans(median.Plan),
    })
  }
  return costs
}

function listScans(plan: Plan): string[] {
  const below = (plan.Plans ?? []).flatMap(listScans)
  if (plan['Node Type'] !== 'Seq Scan') return below
  const removed = (plan['Rows Removed by Filter'] ?? 0) * plan['Actual Loops']
  return [
    `${plan['Relation Name']}${removed > 0 ? ` (${removed.toLocaleString('en')} thrown away)` : ''}`,
    ...below,
  ]
}
