import { answer } from './answer.ts'
import type { Command, Maintenance } from './model.ts'
import { readWords } from './read.ts'

const migrate: Command<Maintenance> = {
  usage: 'migrate',
  about: 'Bring the database to the schema of this release, before its processes start',
  read(given) {
    readWords(given)
    return async (maintenance, terminal) => {
      const applied = await maintenance.migrate((line) => terminal.complain(line))
      const lines = applied.map((name) => `Applied ${name}.`)
      return answer({ applied }, ...lines, applied.length === 0 ? 'There is nothing to migrate.' : 'Done.')
    }
  },
}

/** Commands that take care of the database itself. */
export const maintenanceCommands: Readonly<Record<string, Command<Maintenance>>> = { migrate }
