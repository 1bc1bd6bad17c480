import { useEffect } from 'react'
import { detectTimeZone } from '../../ui/time-zones.ts'
import { readDraft, writeDraft } from './stored-draft.ts'

/** What a registration holds besides passwords; both steps draw from it. */
export type RegisterDraft = {
  variant: 'amazon' | 'spark'
  email: string
  phone: string
  channel: 'sms' | 'email'
  firstName: string
  lastName: string
  referralCode: string
  timeZone: string
  consent: boolean
}

const KEY = 'draft.register'

/**
 * What was typed so far in this tab; an address may bring the referral code of an invitation and the channel
 * of the code.
 */
export function startRegisterDraft(address: { code?: unknown; channel?: unknown } = {}): RegisterDraft {
  const empty: RegisterDraft = {
    variant: 'amazon',
    email: '',
    phone: '',
    channel: 'sms',
    firstName: '',
    lastName: '',
    referralCode: '',
    timeZone: detectTimeZone(),
    consent: false,
  }
  const draft = readDraft(KEY, empty) ?? empty
  const sound = {
    ...draft,
    variant: draft.variant === 'spark' ? ('spark' as const) : ('amazon' as const),
    channel: channelOf(address.channel) ?? channelOf(draft.channel) ?? empty.channel,
  }
  const { code } = address
  // The router reads a code of digits alone as a number.
  const invited = typeof code === 'string' || typeof code === 'number' ? String(code).slice(0, 40) : ''
  return invited === '' ? sound : { ...sound, referralCode: invited }
}

function channelOf(word: unknown): RegisterDraft['channel'] | null {
  return word === 'sms' || word === 'email' ? word : null
}

/** Keeps it with every change. */
export function useStoredRegisterDraft(draft: RegisterDraft): void {
  const text = JSON.stringify(draft)
  useEffect(() => writeDraft(KEY, JSON.parse(text) as RegisterDraft), [text])
}

/** Forgets it: the account is there. */
export function forgetRegisterDraft(): void {
  writeDraft(KEY, null)
}
