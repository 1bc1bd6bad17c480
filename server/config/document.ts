import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describeVariables } from './variables.ts'

const PAGE = `# Configuration

Nothing needs to be set: \`npm start\` alone runs the demo with everything embedded. A value that is not allowed stops the start with one line that
names the variable. What a process does is chosen by \`--role=api\`, \`--role=bot\` or \`--role=jobs\` on its command line; without it, everything.

${describeVariables()}
`

writeFileSync(resolve(import.meta.dirname, '../../docs/configuration.md'), PAGE)
