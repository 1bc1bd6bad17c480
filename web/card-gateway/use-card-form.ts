import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWords } from '../i18n.ts'
import type { CardGateway, Elements, GatewayAccess, GatewayError, SetupIntent } from './model.ts'
import { openGateway } from './open.ts'

/**
 * The result of saving: the method's id; or that the bank must confirm first; or the error, null if it is
 * shown at the fields.
 */
export type Saved =
  | { outcome: 'saved'; methodId: string }
  | { outcome: 'pending' }
  | { outcome: 'refused'; error: GatewayError | null }

/** A form that saves a card or bank account at the gateway. */
export type CardForm = {
  state: 'loading' | 'ready' | 'failed'
  /** Why it did not open. */
  failure: unknown
  /** The entered type: it determines the fee. */
  kind: 'card' | 'bank'
  /** The element of the fields, and the number of attempts to show them. */
  place: (node: HTMLElement | null) => void
  tries: number
  save(): Promise<Saved>
  retry(): void
}

type Opened = { gateway: CardGateway; elements: Elements; clientSecret: string }
/** The state of the form in one element; another element has another. */
type Known = { place: HTMLElement; state: CardForm['state']; failure: unknown; kind: CardForm['kind'] }

/**
 * A form that opens when its element is on the page; `start` returns the client secret with which the gateway
 * saves.
 */
export function useCardForm(access: GatewayAccess, start: () => Promise<string>): CardForm {
  const { language } = useWords()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [tries, setTries] = useState(0)
  const [seen, setSeen] = useState<Known | null>(null)
  const form = useRef<Opened | null>(null)

  const openAt = useEffectEvent(async (at: HTMLElement, isLeft: () => boolean) => {
    const note = (news: Partial<Known>) => !isLeft() && setSeen((before) => noted(at, before, news))
    try {
      const [gateway, clientSecret] = await Promise.all([openGateway(access), start()])
      if (isLeft()) return null
      const elements = gateway.elements({ clientSecret, locale: language, appearance: appearance() })
      const element = elements.create('payment')
      element.on('ready', () => note({ state: 'ready' }))
      element.on('loaderror', () => note({ state: 'failed' }))
      element.on('change', ({ value }) => note({ kind: value.type === 'us_bank_account' ? 'bank' : 'card' }))
      element.mount(at)
      form.current = { gateway, elements, clientSecret }
      return element
    } catch (failure) {
      note({ state: 'failed', failure })
      return null
    }
  })

  useEffect(() => {
    if (place === null) return
    let hasLeft = false
    const opening = openAt(place, () => hasLeft)
    return () => {
      hasLeft = true
      form.current = null
      void opening.then((element) => element?.unmount())
    }
  }, [place])

  return {
    ...noted(place, seen, {}),
    tries,
    place: setPlace,
    save: async () =>
      form.current === null ? { outcome: 'refused', error: null } : await saveTyped(form.current),
    retry: () => setTries((before) => before + 1),
  }
}

/** Merges news into the state; ignores news of another element. */
function noted<Place extends HTMLElement | null>(
  place: Place,
  before: Known | null,
  news: Partial<Known>,
): Omit<Known, 'place'> & { place: Place } {
  const first = { state: 'loading', failure: null, kind: 'card' } as const
  return { ...first, ...(before?.place === place && before), ...news, place }
}

async function saveTyped({ gateway, elements, clientSecret }: Opened): Promise<Saved> {
  const submission = await elements.submit()
  if (submission.error) return refusalOf(submission.error)
  const { setupIntent, error } = await gateway.confirmSetup({
    elements,
    clientSecret,
    confirmParams: { return_url: location.href },
    redirect: 'if_required',
  })
  // A lost answer: the repeated request was already executed.
  const result = setupIntent ?? (error?.setup_intent?.status === 'succeeded' ? error.setup_intent : undefined)
  if (result) return outcomeOf(result)
  return error ? refusalOf(error) : { outcome: 'pending' }
}

function outcomeOf({ status, payment_method: method }: SetupIntent): Saved {
  if (status !== 'succeeded' || method === null) return { outcome: 'pending' }
  return { outcome: 'saved', methodId: typeof method === 'string' ? method : method.id }
}

function refusalOf(error: GatewayError): Saved {
  return { outcome: 'refused', error: error.type === 'validation_error' ? null : error }
}

/** Our colors for Stripe's fields, read from the page (docs.stripe.com/elements/appearance-api). */
function appearance(): object {
  const styles = getComputedStyle(document.documentElement)
  const colour = (name: string) => styles.getPropertyValue(name).trim()
  return {
    theme: document.documentElement.dataset.theme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: colour('--amber-text'),
      colorBackground: colour('--surface'),
      colorText: colour('--text'),
      colorTextSecondary: colour('--muted'),
      colorDanger: colour('--red'),
      borderRadius: '12px',
      // Smaller fonts make an iPhone zoom in.
      fontSizeBase: '17px',
    },
  }
}
