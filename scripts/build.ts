import { createHash } from 'node:crypto'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Builds the web app into web/dist, unless the existing build is of exactly these sources, according to a
 * stamp beside it. `npm start` runs this before it serves; `--force` always builds.
 */
const ROOT = path.join(import.meta.dirname, '..')
const STAMP = path.join(ROOT, 'web/dist/.stamp')

function hashSources(): string {
  const files = globSync(['web/**/*', 'core/**/*.{ts,json}', 'package-lock.json'], {
    cwd: ROOT,
    withFileTypes: true,
    exclude: (entry) =>
      ['node_modules', 'dist', 'phone'].includes(entry.name) || /\.test\.tsx?$/.test(entry.name),
  })
  const hash = createHash('sha256')
  const paths = files.filter((file) => file.isFile()).map((file) => path.join(file.parentPath, file.name))
  for (const file of paths.toSorted()) {
    hash
      .update(`${path.relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function readStamp(): string | null {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch {
    return null
  }
}

function refuse(error: unknown): void {
  console.error(`The web app does not build: ${(error as Error).message}`)
  process.exit(1)
}

// Started by the product: its end, even by kill -9, closes our input and ends us.
if (process.argv.includes('--tied')) process.stdin.once('end', () => process.exit(1)).resume()

// The built app is readable by everyone, such as a proxy that serves it; the product that starts a build
// keeps its own files private.
process.umask(0o022)
const sources = hashSources()
if (process.argv.includes('--force') || readStamp() !== sources) {
  const startedAt = performance.now()
  rmSync(STAMP, { force: true })
  // Some of the builder's errors bypass its promise.
  process.on('uncaughtException', refuse)
  const { build } = await import('vite')
  await build({ root: path.join(ROOT, 'web'), logLevel: 'warn' }).catch(refuse)
  writeFileSync(STAMP, sources)
  console.log(`Built the web app in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}
process.exit()
