import { openValue, sealValue } from '../../kit/seal.ts'
import type { KeyRing } from '../../kit/seal.ts'
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

/** Seals what a message says; `row` is the random id that it is bound to. */
export function sealContent(keyRing: KeyRing, row: string, message: NewMessage, at: number): Buffer {
  const { language, timeZone, template, params } = message
  return sealValue(keyRing, place(row), JSON.stringify({ language, timeZone, at, template, params }))
}

/** What a message says. Throws `SealError` when the ring is not the one that sealed it. */
export function openContent(keyRing: KeyRing, row: string, sealed: Uint8Array): Content {
  return JSON.parse(openValue(keyRing, place(row), sealed)) as Content
}

function place(row: string): { table: string; column: string; row: string } {
  return { table: 'outbox', column: 'sealed_content', row }
}
