import { createHmac } from 'node:crypto'
import { readSmsAnswer } from '@madruga/core/notify.ts'
import type { Clock } from '../kit/clock.ts'
import type { Db } from './model.ts'
import { deleteOptOut, insertOptOut, readOptOuts } from './contact-store.ts'
import { isSignedByTwilio } from './providers.ts'

/** The path of Twilio's webhook for incoming text messages. */
export const SMS_WEBHOOK_PATH = '/api/webhooks/sms'

/** Phones whose owners want no text messages. */
export type OptOuts = {
  /** Whether the owner of a phone (its digits) answered STOP, and not START since. */
  isOut(phone: string): Promise<boolean>
  /** Which of these phones have opted out. */
  findOut(phones: readonly string[]): Promise<Set<string>>
  /** Applies a phone's answer: STOP opts it out, START in again, anything else changes nothing. */
  answer(phone: string, text: string): Promise<void>
  /** Handles a text message from a phone, as reported by Twilio. */
  sync(form: string, signature: string): Promise<'taken' | 'forged'>
}

type OptOutsDeps = {
  db: Db
  clock: Clock
  /** Key of the digests: the table holds no phone numbers. */
  key: string
  publicUrl: string
  /** The token of Twilio's signatures; null = no webhook. */
  authToken: string | null
}

/** Opens the opt-out table. */
export function createOptOuts({ db, clock, key, publicUrl, authToken }: OptOutsDeps): OptOuts {
  const digest = (phone: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify(['sms', phone]))
      .digest('base64url')
  async function findOut(phones: readonly string[]): Promise<Set<string>> {
    const digests = new Map(phones.map((phone) => [digest(phone), phone]))
    const out = await readOptOuts(db, [...digests.keys()])
    return new Set(out.map((each) => digests.get(each)!))
  }

  async function answer(phone: string, text: string): Promise<void> {
    const word = readSmsAnswer(text)
    if (word === 'stop') await insertOptOut(db, digest(phone), clock.now())
    else if (word === 'start') await deleteOptOut(db, digest(phone))
  }

  return {
    isOut: async (phone) => (await findOut([phone])).has(phone),
    findOut,
    answer,
    async sync(form, signature) {
      const fields = Object.fromEntries(new URLSearchParams(form))
      const url = `${publicUrl}${SMS_WEBHOOK_PATH}`
      if (authToken === null || !isSignedByTwilio(authToken, signature, url, fields)) return 'forged'
      await answer((fields['From'] ?? '').replace(/^\+/, ''), fields['Body'] ?? '')
      return 'taken'
    },
  }
}
