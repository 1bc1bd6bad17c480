import { answer, RefusedError, UsageError } from './model.ts'
import type { BackupSummary, Command, Given, Maintenance, Terminal } from './model.ts'
import { isSet } from './read.ts'

const SHORTEST_PASSWORD = 12

/** Commands that take care of the database itself. */
export const maintenanceCommands: readonly Command<Maintenance>[] = [
  {
    usage: 'migrate',
    about: 'Upgrade the database to this release’s schema, before its processes start',
    read: () => async (maintenance, terminal) => {
      const applied = await maintenance.migrate((line) => terminal.complain(line))
      const lines = applied.map((name) => `Applied ${name}.`)
      return answer({ applied }, ...lines, applied.length === 0 ? 'Nothing to migrate.' : 'Done.')
    },
  },
  {
    usage: 'backup FOLDER',
    about: 'Back up the database to a new folder, running or not; the key ring is not included',
    read(input) {
      const [folder = ''] = input.words
      return async (maintenance) => {
        const backup = await maintenance.backUp(folder)
        return answer(
          backup,
          `${folder} contains ${describeBackup(backup)}.`,
          `Its passwords and tokens can be decrypted only with the key ring (${describeKeys(backup.keys)}), which is not included.`,
          backup.isSigned
            ? 'It is signed, and not encrypted: keep it where you alone can read it.'
            : 'It is neither signed, since there is no key ring here, nor encrypted.',
          'Back up the key ring after each rotation and store it elsewhere: npm run admin -- backup-keys FILE',
        )
      }
    },
  },
  {
    usage: 'restore FOLDER [--replace] [--unsigned]',
    about:
      'Restore a backup into an empty database; --replace deletes existing data first, --unsigned takes one that the key ring has not signed',
    read(input) {
      const [folder = ''] = input.words
      const [replace, unsigned] = [isSet(input, 'replace'), isSet(input, 'unsigned')]
      return async (maintenance) => {
        const summary = await maintenance.restore(folder, { replace, unsigned })
        const { keyRingProblem } = summary
        return answer(
          summary,
          `The database contains ${describeBackup(summary)}.`,
          keyRingProblem === null
            ? 'The key ring matches: the product can start.'
            : `The product cannot start yet. ${keyRingProblem}`,
        )
      }
    },
  },
  {
    usage: 'backup-keys FILE [--password-stdin]',
    about: 'Back up the key ring to a new file, encrypted with a password',
    read(input) {
      const [file = ''] = input.words
      return async (maintenance, terminal) => {
        const password = await readPassword(input, terminal, { isNew: true })
        const keys = await maintenance.backUpKeyRing(file, password)
        return answer(
          { keys },
          `${file} contains the key ring (${describeKeys(keys)}).`,
          'Store the file and its password apart from the backups: together they decrypt everything.',
        )
      }
    },
  },
  {
    usage: 'restore-keys FILE [--password-stdin]',
    about: 'Restore a copy of the key ring to where the product reads it',
    read(input) {
      const [file = ''] = input.words
      return async (maintenance, terminal) => {
        const password = await readPassword(input, terminal, { isNew: false })
        const keys = await maintenance.restoreKeyRing(file, password)
        return answer({ keys }, `The key ring is restored (${describeKeys(keys)}).`)
      }
    },
  },
]

async function readPassword(
  input: Given,
  terminal: Terminal,
  { isNew }: { isNew: boolean },
): Promise<string> {
  if (isSet(input, 'password-stdin')) return long((await terminal.readAll()).replace(/\r?\n$/, ''))
  const password = await terminal.askSecret('Password for the copy: ')
  if (isNew && (await terminal.askSecret('Repeat it: ')) !== password)
    throw new RefusedError('the passwords do not match: nothing was changed')
  return long(password)
}

function long(password: string): string {
  if (password.length < SHORTEST_PASSWORD)
    throw new UsageError(`the password is too short: use ${SHORTEST_PASSWORD} characters or more`)
  return password
}

function describeBackup({ at, release, tables, rows }: BackupSummary): string {
  return `${rows} rows in ${tables} tables as of ${new Date(at).toISOString()}, made by Madruga ${release}`
}

function describeKeys(keys: readonly string[]): string {
  return keys.length === 1 ? `key ${keys.join('')}` : `keys ${keys.join(', ')}`
}
