import { createFields } from './fields.ts'
import type { Fields } from './fields.ts'
import type { CardGateway, Elements, FieldsChange, GatewayError, PaymentElement } from './model.ts'
import { faultsIn, questionOf, readIntent, sendSetup } from './requests.ts'
import type { EmbeddedAccess, Intent, IntentReply } from './requests.ts'

/** What the object needs from a page. */
type Page = {
  /** Shows the fields in an element; returns how to remove them. */
  draw(place: HTMLElement, fields: Fields): () => void
  /** Shows the bank's authentication until it is completed or dismissed. */
  ask(url: string): Promise<void>
  /** Epoch ms; the server's time by default. */
  now?: () => number
}

/** Error codes of field errors in Stripe's script. */
const AT_THE_FIELDS: GatewayError = { type: 'validation_error' }

/** The embedded gateway with the interface of Stripe's script; input goes there over HTTP. */
export function openEmbedded({ draw, ask, now, ...access }: EmbeddedAccess & Page): CardGateway {
  const typing = new WeakMap<Elements, Fields>()

  /** The intent once no authentication is pending, or after it was dismissed. */
  async function askFor(clientSecret: string, reply: IntentReply): Promise<IntentReply> {
    if ('error' in reply) return reply
    const url = questionOf(reply.intent)
    if (reply.intent.status !== 'requires_action' || url === null) return reply
    await ask(url)
    return await readIntent(access, clientSecret)
  }

  return {
    elements() {
      const fields = createFields(now)
      const elements: Elements = {
        create: () => createElement(fields, draw),
        submit: async () => (fields.check() ? {} : { error: AT_THE_FIELDS }),
      }
      typing.set(elements, fields)
      return elements
    },

    async confirmSetup({ elements, clientSecret, confirmParams }) {
      const fields = typing.get(elements)!
      const { typed } = fields.read()
      const firstReply = await sendSetup(access, clientSecret, typed, confirmParams.return_url)
      const reply = await askFor(clientSecret, firstReply)
      if ('error' in reply) {
        const faults = faultsIn(reply.error, typed.kind)
        if (Object.keys(faults).length === 0) return { error: reply.error }
        fields.refuse(faults)
        return { error: { ...reply.error, ...AT_THE_FIELDS } }
      }
      const { intent } = reply
      return isAnswered(intent) ? { setupIntent: intent } : { error: failureOf(intent) }
    },

    async handleNextAction({ clientSecret }) {
      const reply = await askFor(clientSecret, await readIntent(access, clientSecret))
      if ('error' in reply) return { error: reply.error }
      const { intent } = reply
      return isAnswered(intent) ? { paymentIntent: intent } : { error: failureOf(intent) }
    },
  }
}

function createElement(fields: Fields, draw: Page['draw']): PaymentElement {
  const listeners = new Set<(change: FieldsChange) => void>()
  const ready = new Set<() => void>()
  const leaving: (() => void)[] = []
  return {
    mount(place) {
      const stop = fields.subscribe(() => {
        const type = fields.read().typed.kind === 'bank' ? 'us_bank_account' : 'card'
        for (const listen of listeners) listen({ complete: fields.isComplete(), value: { type } })
      })
      leaving.push(stop, draw(place, fields))
      for (const listen of ready) listen()
    },
    unmount() {
      for (const leave of leaving.splice(0)) leave()
    },
    on(event: 'ready' | 'loaderror' | 'change', listen: (change: FieldsChange) => void) {
      if (event === 'change') listeners.add(listen)
      if (event === 'ready') ready.add(listen as () => void)
    },
  }
}

function isAnswered({ status }: Intent): boolean {
  return status === 'succeeded' || status === 'processing'
}

/** The error of an intent; a dismissed authentication counts as failed. */
function failureOf({ id, last_setup_error: setup, last_payment_error: payment }: Intent): GatewayError {
  const intentKind = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent'
  return setup ?? payment ?? { type: 'card_error', code: `${intentKind}_authentication_failure` }
}
