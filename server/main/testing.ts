import { Readable, Writable } from 'node:stream'
import { openTerminal, runCommand } from '../console/admin.ts'
import { readConfig } from '../config.ts'
import { openMaintenance } from './maintenance.ts'
import { openOperatorTools } from './operator-tools.ts'

const take = (add: (text: string) => void) =>
  new Writable({ write: (chunk, _encoding, done) => (add(String(chunk)), done()) })

/** Runs a command line in this process, the program without its start; `input` is its standard input. */
export async function runHere(env: NodeJS.ProcessEnv, args: readonly string[], input = '') {
  let out = ''
  let err = ''
  const terminal = openTerminal({
    input: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    output: take((text) => (out += text)),
    error: take((text) => (err += text)),
  })
  const code = await runCommand(args, terminal, {
    openOperatorTools: () => openOperatorTools(readConfig(env, [])),
    openMaintenance: () => openMaintenance(readConfig(env, [])),
  })
  return { code, out, err }
}
