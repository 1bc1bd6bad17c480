import { z } from 'zod'
import { operationsOf } from './access.ts'
import { instant, storable } from './shapes.ts'

const own = operationsOf('driver', 'referrals')

const invitation = z.object({
  id: z.int().positive(),
  /** 11 digits with the leading 1. */
  phone: z.string(),
  sentAt: instant,
  archived: z.boolean(),
  /** Whether the friend has registered with the code, and paid. */
  state: z.enum(['sent', 'joined', 'earned']),
})

const program = z.object({
  code: z.string(),
  /** The registration page with the code filled in. */
  link: z.string(),
  /** What one credit takes off a week, in percent. */
  percent: z.int(),
  /** The first payment of a friend from which a credit takes all of that off a week of each plan, cents. */
  fullFromCents: z.object({ advanced: z.int(), professional: z.int() }),
  credits: z.object({
    earned: z.int(),
    used: z.int(),
    available: z.int(),
    /**
     * What each available one takes off at most, in the order of their use: what its friend paid first,
     * cents. Null: nothing limits it.
     */
    capsCents: z.array(z.int().nullable()),
    /**
     * Credits are saved for a subscription: weekly invoices use none. Does not apply to spark drivers, who
     * have no subscription.
     */
    keep: z.boolean(),
  }),
  /** Friends who registered with the code, invited or not. */
  joined: z.int().nonnegative(),
  invitations: z.array(invitation),
  /** How many more invitations may be sent today. */
  leftToday: z.int().nonnegative(),
})

/** Friends that a driver invites, and the credits for them. */
export const referrals = {
  get: own.get('', "The driver's code, their invitations and credits").output(program),
  invite: own
    .post('/invitations', 'Invite a friend by SMS')
    .input(z.object({ phone: storable.trim().max(30) }))
    .output(program),
  keepCredits: own.whileSuspended
    .put('/credits', 'Keep credits for a subscription, or let weekly invoices use them too')
    .input(z.object({ keep: z.boolean() }))
    .output(program),
  archive: own.whileSuspended
    .post('/invitations/{id}/archive', 'Put an invitation away, or bring it back')
    .input(z.object({ id: z.coerce.number().int().positive(), archived: z.boolean() }))
    .output(program),
}
