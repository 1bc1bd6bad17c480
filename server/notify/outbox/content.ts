import { openValue, encryptValue } from '../../kit/encryption.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import type { NewMessage, Template, TemplateParams } from '../model.ts'

/** What is needed to put a message into words when it is sent. */
export type Content = {
  [T in Template]: {
    language: 'en' | 'es'
    timeZone: string
    /** When it was told to the outbox. */
    at: number
    template: T
    params: TemplateParams[T]
  }
}[Template]

/** Encrypts what a message says; `row` is the random id that it is bound to. */
export function encryptContent(keyRing: KeyRing, row: string, message: NewMessage, at: number): Buffer {
  const { language, timeZone, template, params } = message
  return encryptValue(keyRing, place(row), JSON.stringify({ language, timeZone, at, template, params }))
}

/** What a message says. Throws `EncryptionError` when the ring is not the one that encrypted it. */
export function openContent(keyRing: KeyRing, row: string, encrypted: Uint8Array): Content {
  return JSON.parse(openValue(keyRing, place(row), encrypted)) as Content
}

function place(row: string): { table: string; column: string; row: string } {
  return { table: 'outbox', column: 'sealed_content', row }
}
