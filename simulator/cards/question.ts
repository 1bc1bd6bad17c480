import { findItem } from './context.ts'
import type { CardContext } from './context.ts'
import { readText } from './form.ts'
import type { Form } from './form.ts'
import { answerIntent } from './intents.ts'
import { escapeHtml, writePage } from './page.ts'
import type { Language } from './page.ts'
import { refuseMissing } from './refusal.ts'
import { sameText } from './same-text.ts'
import { answerSetup } from './setups.ts'
import type { Item } from './store.ts'

const WORDS = {
  en: {
    pay: (sum: string) => `Your bank would now ask whether you want to pay <b>${sum}</b>.`,
    save: 'Your bank would now ask whether you want to save this card.',
    nothing: 'This is a test: no bank is asked and no money moves.',
    yes: 'Yes, it is me',
    no: 'No, refuse',
    answered: 'This question has been answered. You may close this page.',
    thanks: 'Thank you. You may close this page.',
  },
  es: {
    pay: (sum: string) => `Tu banco te preguntaría ahora si quieres pagar <b>${sum}</b>.`,
    save: 'Tu banco te preguntaría ahora si quieres guardar esta tarjeta.',
    nothing: 'Esto es una prueba: no se pregunta a ningún banco y no se mueve dinero.',
    yes: 'Sí, soy yo',
    no: 'No, rechazar',
    answered: 'Esta pregunta ya tiene respuesta. Puedes cerrar esta página.',
    thanks: 'Gracias. Puedes cerrar esta página.',
  },
}

/** The page where a bank would authenticate the holder of a card; here two buttons answer for them. */
export function showQuestion(context: CardContext, id: string, form: Form, language: Language): string {
  const item = findAsked(context, id, form)
  const words = WORDS[language]
  if (item.status !== 'requires_action') return showDone(language, words.answered)
  const secret = escapeHtml(String(item.client_secret))
  const asks = typeof item.amount === 'number' ? words.pay(`$${(item.amount / 100).toFixed(2)}`) : words.save
  return writePage(
    language,
    `<p>${asks}</p>
<p>${words.nothing}</p>
<form method="post">
<input type="hidden" name="client_secret" value="${secret}">
<input type="hidden" name="framed" value="">
<button name="outcome" value="complete">${words.yes}</button>
<button name="outcome" value="fail">${words.no}</button>
</form>`,
    'asks',
  )
}

/**
 * Handles the answer. Returns the browser's next address, or null if it stays: there is no return address, or
 * the page is in a frame of the shop, which is notified and would refuse to be framed.
 */
export function answerQuestion(context: CardContext, id: string, form: Form): string | null {
  const item = findAsked(context, id, form)
  const action = item.next_action as { redirect_to_url?: { return_url: string } } | null
  const back = action?.redirect_to_url?.return_url
  const passed = readText(form.outcome) === 'complete'
  if (item.status === 'requires_action') {
    if (item.object === 'setup_intent') answerSetup(context, item, passed)
    else answerIntent(context, item, passed)
  }
  if (back === undefined || readText(form.framed) === 'yes') return null
  const url = new URL(back)
  url.searchParams.set(item.object, item.id)
  url.searchParams.set(`${item.object}_client_secret`, String(item.client_secret))
  url.searchParams.set('redirect_status', passed ? 'succeeded' : 'failed')
  return url.href
}

/** The final page without a return address; its opener or parent is notified. */
export function showAnswered(language: Language): string {
  return showDone(language, WORDS[language].thanks)
}

function showDone(language: Language, text: string): string {
  return writePage(language, `<p role="status">${text}</p>`, 'done')
}

function findAsked(context: CardContext, id: string, form: Form): Item {
  const kind = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent'
  const item = findItem(context, kind, id)
  if (sameText(readText(form.client_secret) ?? '', String(item.client_secret))) return item
  throw refuseMissing(kind, id)
}
