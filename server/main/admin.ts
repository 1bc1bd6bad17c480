import { openTerminal, runCommand } from '../console/admin.ts'
import { readConfig } from '../config.ts'
import { openMaintenance } from './maintenance.ts'
import { openOperatorTools } from './operator-tools.ts'
import { createFilesPrivately } from './folder.ts'

createFilesPrivately()
// `npm run admin`: the operators' work from a shell on the machine.
const terminal = openTerminal({ input: process.stdin, output: process.stdout, error: process.stderr })
process.exitCode = await runCommand(process.argv.slice(2), terminal, {
  openOperatorTools: async () => await openOperatorTools(readConfig(process.env, [])),
  openMaintenance: () => openMaintenance(readConfig(process.env, [])),
})
