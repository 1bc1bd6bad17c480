import { openTerminal } from '../console/admin.ts'
import { createFilesPrivately } from './folder.ts'
import { runPlatformCommand } from './platform-command.ts'

createFilesPrivately()
// `npm run platform`: records what a platform answers, and reads recordings again.
const terminal = openTerminal({ input: process.stdin, output: process.stdout, error: process.stderr })
process.exitCode = await runPlatformCommand(process.argv.slice(2), terminal)
