import { z } from 'zod'
import { INSTANCE_KINDS } from '../instances.ts'
import { operationsOf } from './access.ts'
import { houseRules, memberPrices } from './instances.ts'
import { day, id, instant, station, storable, typedText } from './shapes.ts'

const own = operationsOf('driver', 'platforms')

/** A platform that an operator hosts and authorised, as drivers choose it. */
const instance = z.object({
  id: z.string(),
  kind: z.enum(INSTANCE_KINDS),
  name: z.string(),
  authorisedBy: z.string(),
  authorisedOn: day,
  /** The platform itself says so. */
  isConfirmed: z.boolean(),
  /** Its adapter passes against a stand-in and has never met the platform. */
  isDraft: z.boolean(),
  /** The demo runs it in place of a platform. */
  isStandIn: z.boolean(),
  identity: z.enum(['email', 'user_name']),
  /** Whether drivers may sign in by a code that is sent to their phone. */
  byCode: z.boolean(),
  /** Whether the operator of this service has it turned on. */
  active: z.boolean(),
  /** What it asks of its members' bots. */
  houseRules: houseRules.nullable(),
  memberPrices,
})

/** The driver's account on the platform of their variant, as they may see it: no password, no token. */
export const platformAccount = z.object({
  platform: z.string(),
  /** The instance that they chose; null where the variant has one platform, and without an account. */
  instance: instance.nullable(),
  connected: z.boolean(),
  /** `refused`: the platform no longer accepts the credentials; the driver must enter new ones. */
  state: z.enum(['none', 'connected', 'refused']),
  email: z.string().nullable(),
  /** Signed in by a code: when that sign-in ends, the driver connects again by another one. */
  byCode: z.boolean(),
  connectedAt: instant.nullable(),
  stations: z.int().nonnegative(),
  syncedAt: instant.nullable(),
  /** Their months at the instance in which the bot searched, the newest first, and what is owed for each. */
  months: z.array(z.object({ month: z.string(), cents: z.int().nonnegative(), currency: z.string() })),
})

/** The delivery platform behind its adapter. */
export const platforms = {
  stations: own
    .get('/stations', "The stations or stores of the driver's platform account")
    .output(z.object({ stations: z.array(station) })),
  status: own.get('/status', 'Whether the bot servers and the platform answer').output(
    z.object({
      server: z.enum(['available', 'unavailable']),
      /** `not_connected`: the driver has not chosen a platform yet. */
      platform: z.enum(['available', 'unavailable', 'not_connected']),
    }),
  ),
  instances: own
    .get('/instances', 'The platforms among which a driver of this variant chooses; none where it has one')
    .output(z.object({ instances: z.array(instance) })),
  sendCode: own
    .post('/account/code', 'Let the platform send a sign-in code to this phone')
    .input(z.object({ instanceId: id, phone: storable.trim().min(5).max(20) }))
    .output(z.object({})),
  account: own.get('/account', "The driver's account at the platform").output(platformAccount),
  connect: own
    .post('/account', 'Sign in at the platform with these, and keep them sealed if it takes them')
    .input(
      z.object({
        /** Or the user name or phone number, as the platform wants it. */
        email: storable.min(1).max(254),
        /** Or the code that `sendCode` sent. */
        password: storable.min(1).max(200),
        byCode: z.boolean().default(false),
        /** Where the driver's variant has several platforms. */
        instanceId: id.optional(),
      }),
    )
    .output(platformAccount),
  demoAccount: own
    .post('/demo-account', 'In a demo: an account for this driver alone, at its market or at a stand-in')
    .input(z.object({ instanceId: id.optional() }))
    .output(z.object({ email: z.string(), password: z.string() })),
  disconnect: own.whileSuspended
    .post('/account/remove', 'Forget how to sign in at the platform; the bot must rest')
    .output(platformAccount),
  sync: own
    .post(
      '/sync',
      'Read the stations afresh; a filter of which no station is left is deleted, and `filters.restore` brings it back',
    )
    .input(z.object({ confirmed: z.boolean() }))
    .output(
      z.object({
        account: platformAccount,
        added: z.int().nonnegative(),
        removed: z.int().nonnegative(),
        /** Stations of the filter that are gone; `filters.get` lists them. */
        filterGone: z.int().nonnegative(),
        /** Whether none of its stations is left, so that it is now deleted. */
        filterRemoved: z.boolean(),
      }),
    ),
  verification: own
    .get('/verification', 'The human check that the platform asks for; null when it asks for none')
    .output(
      z.object({
        challenge: z
          .object({
            id,
            question: z.string(),
            /** A picture as `data:image/svg+xml;base64,…`, to be shown as an image and never as markup. */
            image: z.string(),
          })
          .nullable(),
        /** Whether the bot waits for it. */
        botWaits: z.boolean(),
      }),
    ),
  answerVerification: own
    .post('/verification', "Pass a person's answer on; the bot goes on when it is right")
    .input(z.object({ id, answer: typedText(100) }))
    .output(z.object({ solved: z.literal(true) })),
}
