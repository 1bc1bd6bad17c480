import { openValue, encryptValue } from '../../kit/encryption.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import type { Content, NewMessage } from '../model.ts'

/** Encrypts a message's content; `row` is the random id that it is bound to. */
export function encryptContent(keyRing: KeyRing, row: string, message: NewMessage, at: number): Buffer {
  const { language, timeZone, template, params } = message
  return encryptValue(keyRing, place(row), JSON.stringify({ language, timeZone, at, template, params }))
}

/** Decrypts a message's content. Throws `EncryptionError` if another ring encrypted it. */
export function openContent(keyRing: KeyRing, row: string, encrypted: Uint8Array): Content {
  return JSON.parse(openValue(keyRing, place(row), encrypted)) as Content
}

function place(row: string): { table: string; column: string; row: string } {
  return { table: 'outbox', column: 'sealed_content', row }
}
