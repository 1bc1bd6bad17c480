import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLanguage, fillPage } from './pages.ts'

test('the first page is in the language of the address, else in the first of the browser’s that we speak', () => {
  const cases: [url: string, accepted: string, language: string][] = [
    ['/', '', 'en'],
    ['/', 'es-US,es;q=0.9,en;q=0.8', 'es'],
    ['/', 'fr-FR,es;q=0.5,en;q=0.4', 'fr'],
    ['/', 'de,es;q=0.5,en;q=0.4', 'es'],
    ['/', 'en;q=0.4, es;q=0.5', 'es'],
    ['/', 'es;q=0, en', 'en'],
    ['/', 'de,*', 'en'],
    ['/?lang=es', 'en', 'es'],
    ['/?code=1&lang=en', 'es', 'en'],
    ['/?lang=de', 'es', 'es'],
  ]
  for (const [url, accepted, language] of cases)
    assert.equal(chooseLanguage(url, accepted), language, `${url} ${accepted}`)
})

test('what the page names is text, never markup; what is not known is a dash', () => {
  const page = fillPage('<p>{{operator}} {{block}}</p>', { operator: '<b>"A & B\'s"</b>' })
  assert.equal(page, '<p>&lt;b&gt;&quot;A &amp; B&#39;s&quot;&lt;/b&gt; –</p>')
})

test('a paragraph for one who is named, or for no one, stays where it holds', () => {
  const page = '<p data-if="operator">By {{operator}}</p><p data-unless="operator">By nobody</p>'
  assert.equal(fillPage(page, { operator: 'Vega' }), '<p>By Vega</p>')
  assert.equal(fillPage(page, { operator: '' }), '<p>By nobody</p>')
  assert.equal(fillPage(page, {}), '<p>By nobody</p>')
})

test('a marked section is chosen with the marks inside it, and keeps its attributes', () => {
  const page =
    '<section data-if="market" class="a"><h2>Live</h2><p data-unless="paid">Free</p></section><p>On</p>'
  assert.equal(
    fillPage(page, { market: 'yes', paid: '' }),
    '<section class="a"><h2>Live</h2><p>Free</p></section><p>On</p>',
  )
  assert.equal(fillPage(page, { market: '', paid: '' }), '<p>On</p>')
})
