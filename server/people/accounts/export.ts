import { readAfter } from '../../driver/log.ts'
import type { Db } from './model.ts'
import type { Section } from '../../module.ts'
import { readProfileText, readSectionRows } from './export-store.ts'
import type { SectionRow } from './export-store.ts'

const ROWS_A_PAGE = 500

/**
 * The text of one JSON object with all data of a driver. Read page by page, so that memory stays constant for
 * any length of history.
 */
export async function* streamAccount(
  db: Db,
  sections: readonly Section[],
  driverId: string,
): AsyncGenerator<string> {
  yield `{"profile":${(await readProfileText(db, driverId)) ?? 'null'}`
  for (const section of sections) yield* streamPages(section.name, readPages(db, section, driverId))
  yield* streamPages('log', readLog(db, driverId))
  yield '}\n'
}

async function* streamPages(name: string, pages: AsyncIterable<string[]>): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}:[`
  let first = true
  for await (const texts of pages) {
    yield `${first ? '' : ','}\n${texts.join(',\n')}`
    first = false
  }
  yield ']'
}

/** The lines of the driver's log, whichever table has them. */
async function* readLog(db: Db, driverId: string): AsyncGenerator<string[]> {
  for (let after = 0; ;) {
    const lines = await readAfter(db, driverId, { after, limit: ROWS_A_PAGE })
    if (lines.length > 0)
      yield lines.map((line) => JSON.stringify({ ...line, at: new Date(line.at).toISOString() }))
    if (lines.length < ROWS_A_PAGE) return
    after = lines.at(-1)!.seq
  }
}

async function* readPages(db: Db, section: Section, driverId: string): AsyncGenerator<string[]> {
  let after: readonly string[] | null = null
  while (true) {
    const rows: SectionRow[] = await readSectionRows(db, section, driverId, { after, limit: ROWS_A_PAGE })
    if (rows.length > 0) yield rows.map((row) => row.text)
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_A_PAGE) return
    after = last.key
  }
}
