import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildImage } from './container/build.ts'
import { runRoles } from './container/run.ts'

/**
 * Tries the image without a container: executes the Dockerfile's steps in folders, weighs the result, and
 * runs every role from it as another user, on a database of its own, until all of them are live and ready.
 */
const MOST_MB = 400
/** debian:trixie-slim for amd64 as published, and the three packages that the Dockerfile adds. */
const BASE_MB = 79 + 8

const folder = mkdtempSync(path.join(os.tmpdir(), 'madruga-image-'))
// The roles run as a user who does not own it.
chmodSync(folder, 0o755)
try {
  const built = buildImage(path.join(import.meta.dirname, '..'), folder, (line) => console.log(line))
  const ours = weigh(built.root)
  console.log(`image: ${ours} MB of ours, ${ours + BASE_MB} MB with its base (at most ${MOST_MB})`)
  if (ours + BASE_MB > MOST_MB) throw new Error('the image is too large')
  await runRoles(built, folder, (line) => console.log(line))
} catch (error) {
  console.error(`container: ${(error as Error).message}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function weigh(root: string): number {
  return Number(execFileSync('du', ['-sm', root], { encoding: 'utf8' }).split('\t')[0])
}
