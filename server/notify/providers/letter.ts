import { escapeMarkup } from './markup.ts'
import type { Words } from '../words.ts'

/** The e-mail as plain text. */
export function letterText({ paragraphs, code, action, reason, settings }: Words): string {
  const [first = '', ...rest] = paragraphs
  return [
    first,
    ...(code === null ? [] : [`    ${code}`]),
    ...rest,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ['-- ', 'Madruga', reason, ...(settings ? [`${settings.label}: ${settings.url}`] : [])].join('\n'),
  ].join('\n\n')
}

// Light by attribute, since many mail programs drop the style sheet; dark by the sheet, where it is
// supported.
const SHEET = `
@media (prefers-color-scheme: dark) {
  .page { background: #0c0f11 !important; }
  .card { background: #15191c !important; border-color: #2d353a !important; }
  .text { color: #f1f4f2 !important; }
  .muted, .muted a { color: #a5afb4 !important; }
  .code { background: #1f2529 !important; color: #ffcf5c !important; }
  .button { background: #ffc22e !important; }
}
@media (max-width: 480px) {
  .head { padding: 16px 20px !important; }
  .inner { padding: 24px 20px !important; }
}`
const FONT = "font-family:Overpass,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/**
 * The e-mail as a self-contained page: tables and inline styles, as mail programs need them, and no external
 * resources.
 */
export function letterHtml(words: Words): string {
  const { language, title, paragraphs, code, action, reason, settings } = words
  const [first = '', ...rest] = paragraphs
  const body = [
    `<h1 class="text" style="margin:0 0 16px;${FONT};font-size:24px;line-height:1.25;font-weight:700;color:#14191b">${escapeMarkup(title)}</h1>`,
    paragraph(first),
    code === null ? '' : codeBlock(code),
    ...rest.map(paragraph),
    action ? button(action) : '',
  ].join('')
  const foot = settings ? ` ${link(settings)}` : ''
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeMarkup(title)}</title>
<style>${SHEET}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f1">
<div style="display:none;max-height:0;overflow:hidden">${escapeMarkup(first)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f3f4f1">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;background:#ffffff;border:1px solid #d3d7d0;border-radius:14px">
<tr><td class="head" style="padding:16px 32px;background:#0b5c46;border-radius:13px 13px 0 0;${FONT};font-size:18px;font-weight:800;color:#ffffff">Madruga</td></tr>
<tr><td class="inner" style="padding:32px">${body}</td></tr>
</table>
<p class="muted" style="max-width:520px;margin:16px auto 0;${FONT};font-size:13px;line-height:1.5;color:#535d63">${escapeMarkup(reason)}${foot}</p>
</td></tr>
</table>
</body>
</html>`
}

function paragraph(text: string): string {
  const lines = escapeMarkup(text).replaceAll('\n', '<br>')
  return `<p class="text" style="margin:0 0 16px;${FONT};font-size:16px;line-height:1.5;color:#14191b">${lines}</p>`
}

function codeBlock(code: string): string {
  return `<p class="code" style="margin:0 0 16px;padding:16px;background:#e9ebe6;border-radius:10px;text-align:center;font-family:'SF Mono',Consolas,Menlo,monospace;font-size:32px;font-weight:700;letter-spacing:6px;color:#14191b">${escapeMarkup(code)}</p>`
}

function button({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:24px 0 0"><a class="button" href="${escapeMarkup(url)}" style="display:inline-block;padding:14px 24px;background:#ffb81c;border-radius:10px;${FONT};font-size:16px;font-weight:700;color:#1b1400;text-decoration:none">${escapeMarkup(label)}</a></p>`
}

function link({ label, url }: { label: string; url: string }): string {
  return `<a href="${escapeMarkup(url)}" style="color:#535d63">${escapeMarkup(label)}</a>.`
}
