import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A temporary folder with the web app's files and a private file; the caller deletes it. */
export async function makeWebRoot(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'madruga-web-'))
  await mkdir(path.join(root, 'assets'))
  await writeFile(path.join(root, 'index.html'), `<!doctype html><title>app</title>${' '.repeat(2000)}`)
  await writeFile(path.join(root, 'assets', 'app-1a2b3c.js'), `export const text = '${'a'.repeat(5000)}'\n`)
  await writeFile(path.join(root, '.secret'), 'no')
  return root
}
