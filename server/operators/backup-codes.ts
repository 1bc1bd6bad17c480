import { createHmac, randomInt } from 'node:crypto'

/** Without letters and digits that are easily confused on paper. */
const LETTERS = '23456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 10
export const BACKUP_CODES = 10

/** Ten codes of about 49 random bits each, in two halves for readability. */
export function makeBackupCodes(): string[] {
  return Array.from({ length: BACKUP_CODES }, () => {
    const text = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
    return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`
  })
}

/** The stored form of a code, however it was typed. */
export function digestBackupCode(secret: string, driverId: string, code: string): Buffer {
  const plain = code
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
  return createHmac('sha256', secret).update(`backup code ${driverId} ${plain}`).digest()
}
