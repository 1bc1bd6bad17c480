import { findItem } from './desk.ts'
import type { Desk } from './desk.ts'
import { readText } from './form.ts'
import type { Form } from './form.ts'
import { answerIntent } from './intents.ts'
import { refuseMissing } from './refusal.ts'
import { sameText } from './same-text.ts'
import { answerSetup } from './setups.ts'
import type { Item } from './store.ts'

/** The page where a bank would ask the holder of a card; here two buttons answer for them. */
export function showQuestion(desk: Desk, id: string, form: Form): string {
  const item = findAsked(desk, id, form)
  if (item.status !== 'requires_action')
    return page('<p>This question has been answered. You may close this page.</p>')
  const secret = escapeHtml(String(item.client_secret))
  const sum =
    typeof item.amount === 'number' ? ` a payment of $${(item.amount / 100).toFixed(2)}` : ' this card'
  return page(`<p>No bank is asked and no money moves. Answer for${sum}:</p>
<form method="post">
<input type="hidden" name="client_secret" value="${secret}">
<button name="outcome" value="complete">Complete</button>
<button name="outcome" value="fail">Fail</button>
</form>`)
}

/** Takes the answer; where the browser goes next, or null where it stays. */
export function answerQuestion(desk: Desk, id: string, form: Form): string | null {
  const item = findAsked(desk, id, form)
  const action = item.next_action as { redirect_to_url?: { return_url: string } } | null
  const back = action?.redirect_to_url?.return_url
  const passed = readText(form.outcome) === 'complete'
  if (item.status === 'requires_action') {
    if (item.object === 'setup_intent') answerSetup(desk, item, passed)
    else answerIntent(desk, item, passed)
  }
  if (back === undefined) return null
  const url = new URL(back)
  url.searchParams.set(item.object, item.id)
  url.searchParams.set(`${item.object}_client_secret`, String(item.client_secret))
  url.searchParams.set('redirect_status', passed ? 'succeeded' : 'failed')
  return url.href
}

/** What is shown where the browser has nowhere to go back to. */
export function showAnswered(): string {
  return page('<p>Thank you. You may close this page.</p>')
}

function findAsked(desk: Desk, id: string, form: Form): Item {
  const kind = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent'
  const item = findItem(desk, kind, id)
  if (sameText(readText(form.client_secret) ?? '', String(item.client_secret))) return item
  throw refuseMissing(kind, id)
}

function page(inside: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Test mode</title>
<style>body{font:18px/1.5 system-ui;max-width:26rem;margin:12vh auto;padding:0 1rem}
button{font:inherit;padding:.6rem 1.4rem;margin-right:.6rem;min-height:44px}
strong{background:#ffb81c;color:#000;padding:.1rem .5rem}</style>
<main><h1>Is it you? <strong>Test mode</strong></h1>
${inside}
</main></html>
`
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
