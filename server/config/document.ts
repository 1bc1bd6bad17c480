import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describeVariables } from './variables.ts'

const PAGE = `# Configuration

No variable is required: \`npm start\` runs the demo with everything embedded. An invalid value aborts the start with
one line that names the variable. \`--role=api\`, \`--role=bot\` or \`--role=jobs\` on the command line selects
what a process does; without it, the process does everything.

Any variable of this table can also be given as a file: \`NAME_FILE\` holds the path of a file with the value of
\`NAME\`, such as \`DATABASE_URL_FILE=/run/secrets/database_url\`. The content of such a file is never printed.
Setting both is refused.

${describeVariables()}
`

writeFileSync(resolve(import.meta.dirname, '../../docs/configuration.md'), PAGE)
