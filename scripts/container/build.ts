import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { readCopy, readDockerfile } from './dockerfile.ts'
import type { Instruction, Stage } from './dockerfile.ts'
import { makeFilter } from './ignore.ts'

/** The image's own stage, and the folder that has its files. */
export type Built = { stage: Stage; root: string }

/** Of a base image the binary alone is used; here it is the Node that runs this. */
const NODE = '/usr/local/bin/node'
/** Commands on what the base image has, which is not here. */
const SYSTEM = /^(apt-get|install) /

/**
 * Executes a Dockerfile's COPY and RUN instructions in folders below `folder`, without a container. Throws
 * when a command fails.
 */
export function buildImage(repository: string, folder: string, say: (line: string) => void): Built {
  const stages = readDockerfile(readFileSync(path.join(repository, 'ops/docker/Dockerfile'), 'utf8'))
  const roots = new Map<string, string>()
  for (const stage of stages) {
    const root = path.join(folder, stage.name)
    const parent = roots.get(stage.from)
    if (parent === undefined) putNode(root)
    else execFileSync('cp', ['-a', parent, root])
    roots.set(stage.name, root)
    let workdir = '/app'
    for (const one of stage.instructions) {
      if (one.name === 'WORKDIR') workdir = one.text
      mkdirSync(path.join(root, workdir), { recursive: true })
      if (one.name === 'COPY') copy(one, { repository, roots, root, workdir })
      if (one.name === 'RUN' && !SYSTEM.test(one.text)) {
        say(`${stage.name}: ${one.text}`)
        run(one.text, path.join(root, workdir))
      }
    }
  }
  const stage = stages.at(-1)!
  return { stage, root: roots.get(stage.name)! }
}

function putNode(root: string): void {
  const file = path.join(root, NODE)
  mkdirSync(path.dirname(file), { recursive: true })
  cpSync(process.execPath, file)
}

type Places = { repository: string; roots: Map<string, string>; root: string; workdir: string }

function copy({ text }: Instruction, { repository, roots, root, workdir }: Places): void {
  const { from, sources, target } = readCopy(text)
  const into = path.resolve(workdir, target)
  for (const source of sources) {
    if (from === null) copyListed(repository, source, path.join(root, into), target.endsWith('/'))
    else cpSync(path.join(roots.get(from)!, source), path.join(root, into), COPY_OPTIONS)
  }
}

// Workspaces are links to their folders, which the image has too.
const COPY_OPTIONS = { recursive: true, verbatimSymlinks: true } as const

/** What git has or would take, and `.dockerignore` lets in. */
function copyListed(repository: string, source: string, into: string, isFolder: boolean): void {
  const isLetIn = makeFilter(readFileSync(path.join(repository, '.dockerignore'), 'utf8'))
  const isFile = statSync(path.join(repository, source)).isFile()
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', source], {
    cwd: repository,
    encoding: 'utf8',
  })
  for (const file of listed.split('\0').filter((each) => each !== '' && isLetIn(each))) {
    const name = isFile ? path.basename(file) : path.relative(source, file)
    const target = isFile && !isFolder ? into : path.join(into, name)
    mkdirSync(path.dirname(target), { recursive: true })
    cpSync(path.join(repository, file), target)
    chmodSync(target, 0o644)
  }
}

function run(command: string, cwd: string): void {
  const env = { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}` }
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
}
