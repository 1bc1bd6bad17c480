import type { Search } from '../../address.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { readVariant } from '@madruga/core/variants.ts'
import { detectTimeZone } from '../../ui/time-zones.ts'
import { useTabDraft } from '../../ui/use-tab-draft.ts'
import { readDraft, writeDraft } from '../../stored-draft.ts'

/** The input of a registration except passwords; both steps share it. */
export type RegisterDraft = {
  variant: Variant
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
 * The input so far in this tab; an address may contain an invitation's referral code and the channel of the
 * code.
 */
export function startRegisterDraft(address: Search = {}): RegisterDraft {
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
    variant: readVariant(draft.variant),
    channel: channelOf(address.channel) ?? channelOf(draft.channel) ?? empty.channel,
  }
  const inviteCode = (address.code ?? '').slice(0, 40)
  return inviteCode === '' ? sound : { ...sound, referralCode: inviteCode }
}

function channelOf(word: unknown): RegisterDraft['channel'] | null {
  return word === 'sms' || word === 'email' ? word : null
}

/** Stores it with every change. */
export function useStoredRegisterDraft(draft: RegisterDraft): void {
  useTabDraft(KEY, draft)
}

/** Deletes it: the account exists. */
export function forgetRegisterDraft(): void {
  writeDraft(KEY, null)
}
