import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { budgetBreaches } from './boundaries/budget.ts'
import { commentBreaches } from './boundaries/comments.ts'
import { importBreaches, cycleBreaches } from './boundaries/imports.ts'
import { effectBreaches } from './boundaries/effects.ts'
import { nameBreaches } from './boundaries/names.ts'
import { queryBreaches } from './boundaries/queries.ts'
import { readSource, type Breach } from './boundaries/source.ts'
import { tableBreaches, unusedReads } from './boundaries/tables.ts'
import { variantBreaches } from './boundaries/variants.ts'

export { isTest, lineAt, readSource, type Source } from './boundaries/source.ts'

/** Every breach of the rules among these files (repository path -> text). */
export function findBreaches(files: ReadonlyMap<string, string>): Breach[] {
  const sources = [...files].map(([filePath, text]) => readSource(filePath, text))
  return [
    ...importBreaches(sources),
    ...cycleBreaches(sources),
    ...effectBreaches(sources),
    ...queryBreaches(sources),
    ...tableBreaches(sources),
    ...nameBreaches(sources),
    ...commentBreaches(sources),
    ...variantBreaches(sources),
    ...budgetBreaches(sources),
  ]
}

/** The tree's TypeScript files according to git, including new ones. */
export function readTree(root: string): Map<string, string> {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = new Map<string, string>()
  for (const filePath of listed.split('\0').filter(Boolean).sort()) {
    try {
      files.set(filePath, readFileSync(path.join(root, filePath), 'utf8'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return files
}

if (import.meta.main) {
  const files = readTree(path.join(import.meta.dirname, '..'))
  const breaches = findBreaches(files).map(
    ({ path: file, line, rule, what }) => `${file}:${line} ${rule}: ${what}`,
  )
  for (const permission of unusedReads([...files].map(([file, text]) => readSource(file, text))))
    breaches.push(`scripts/boundaries/tables.ts: no module uses the permission ${permission}`)
  for (const breach of breaches) console.error(breach)
  console.log(breaches.length ? `${breaches.length} breaches` : 'boundaries hold')
  process.exitCode = breaches.length ? 1 : 0
}
