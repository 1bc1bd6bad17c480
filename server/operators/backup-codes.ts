import { createHmac, randomInt } from 'node:crypto'

/** Without letters and digits that are easily confused on paper. */
const LETTERS = '23456789abcdefghjkmnpqrstvwxyz'
/** 24 of 30 letters are 117 bits: from 112 on a plain digest is enough (ASVS V6.5.2). */
const GROUPS = 4
const GROUP_LENGTH = 6
export const BACKUP_CODES = 10

/** Ten random codes, in groups for readability. */
export function makeBackupCodes(): string[] {
  return Array.from({ length: BACKUP_CODES }, () => Array.from({ length: GROUPS }, makeGroup).join('-'))
}

function makeGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** The stored form of a code, however it was typed. */
export function digestBackupCode(secret: string, driverId: string, code: string): Buffer {
  const plain = code
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
  return createHmac('sha256', secret).update(`backup code ${driverId} ${plain}`).digest()
}
