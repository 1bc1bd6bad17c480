import { z } from 'zod'
import type { Route } from './route.ts'

const TITLES = {
  anyone: 'Signing in',
  driver: 'Drivers',
  operator: 'The operator, on this machine only',
} as const

/** The readable API documentation: every call with its input and output. */
export function writeDocs(routes: readonly Route[]): string {
  const sections = (Object.keys(TITLES) as (keyof typeof TITLES)[]).map((who) => {
    const calls = routes.filter((route) => route.who === who).map(writeCall)
    return `<section><h2>${TITLES[who]}</h2>${calls.join('')}</section>`
  })
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    '<title>The market: its calls</title><link rel="stylesheet" href="/page.css">' +
    '<body class="docs"><header><h1>The market: its calls</h1>' +
    '<p>Money is integer cents, instants are ISO 8601 UTC, distances are miles. ' +
    'The same, for machines: <a href="/openapi.json">openapi.json</a>. <a href="/">The market, live</a>.</p></header>' +
    `<main>${sections.join('')}</main></body></html>`
  )
}

function writeCall(route: Route): string {
  return (
    `<article class="call"><h3><span class="plate">${route.method}</span> ${escapeHtml(route.path)}</h3>` +
    `<p>${escapeHtml(route.summary)}</p>` +
    writeSchema('Query', route.query, 'input') +
    writeSchema('Body', route.body, 'input') +
    (route.answer === undefined
      ? '<p>Answers 204.</p>'
      : writeSchema('Answers 200', route.answer, 'output')) +
    '</article>'
  )
}

function writeSchema(title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (schema === undefined) return ''
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(rest, null, 2))}</pre></details>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
