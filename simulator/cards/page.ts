import { createHash } from 'node:crypto'

/** The language of the page. */
export type Language = 'en' | 'es'

/** The page's script: it reports whether it is framed, and notifies its opener or parent when done. */
const SCRIPTS = {
  asks: "if (window.parent !== window) document.forms[0].elements.framed.value = 'yes'",
  // To any origin: it says that something was answered, not what.
  done: `const other = window.opener ?? (window.parent === window ? null : window.parent)
if (other) other.postMessage({ type: 'cards.next_action_done' }, '*')`,
}

const hashes = Object.values(SCRIPTS).map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
)

/** The headers of the page. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  // No form-action: browsers apply it to the return address, which is another origin.
  'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; script-src ${hashes.join(' ')}; frame-ancestors *`,
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  Vary: 'Accept-Language',
}

const WORDS: Record<Language, { title: string; testMode: string }> = {
  en: { title: 'Is it you?', testMode: 'Test mode' },
  es: { title: '¿Eres tú?', testMode: 'Modo de prueba' },
}

/** A plain page with a test mode header; `inside` is HTML. */
export function writePage(language: Language, inside: string, script: keyof typeof SCRIPTS): string {
  const { title, testMode } = WORDS[language]
  return `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} ${testMode}</title>
<style>:root{color-scheme:light dark}
body{font:18px/1.5 system-ui,sans-serif;max-width:26rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.6rem;line-height:1.2;margin:.6rem 0}
strong{background:#ffb81c;color:#000;padding:.2rem .6rem;border-radius:.3rem}
button{font:inherit;display:block;width:100%;min-height:48px;margin-top:.8rem}</style>
<main><strong>${testMode}</strong><h1>${title}</h1>
${inside}
</main><script>${SCRIPTS[script]}</script></html>
`
}

/** The text with HTML characters escaped. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/** English or Spanish, whichever the browser lists first (RFC 9110, 12.5.4); English by default. */
export function readLanguage(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const quality = parameters.find((each) => each.trim().startsWith('q='))
    return { tag: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality.trim().slice(2)) }
  })
  const known = wanted.filter(({ tag, quality }) => (tag === 'en' || tag === 'es') && quality > 0)
  const [first] = known.toSorted((one, other) => other.quality - one.quality)
  return first?.tag === 'es' ? 'es' : 'en'
}
