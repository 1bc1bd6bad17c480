import { refuseRequest } from './refusal.ts'

/** A form's fields as a tree: texts at the leaves. */
export type Form = { [name: string]: Form | string | undefined }

const DEEPEST = 6
const MOST_FIELDS = 500

/**
 * Parses a form with nested brackets: `card[number]=1`, `expand[]=a`, `expand[0]=a`. Lists become trees with
 * the keys 0, 1, … as Stripe's own clients send either form. Rejects fields that are nested too deep or
 * contradict each other.
 */
export function parseForm(text: string): Form {
  const form = emptyForm()
  let fields = 0
  for (const [name, value] of new URLSearchParams(text)) {
    if (++fields > MOST_FIELDS) throw refuseRequest('The request has too many fields.')
    put(form, splitName(name), value, name)
  }
  return form
}

/** The texts of a list field, in order; empty if missing. */
export function readTexts(field: Form[string]): string[] {
  if (typeof field !== 'object') return []
  return Object.values(field).filter((value) => typeof value === 'string')
}

/** A field's tree, or an empty one. */
export function readTree(field: Form[string]): Form {
  return typeof field === 'object' ? field : emptyForm()
}

/** A field's text; undefined if it is missing or a tree. */
export function readText(field: Form[string]): string | undefined {
  return typeof field === 'string' ? field : undefined
}

/** The caller's metadata, with Stripe's limits (50 keys of 40 characters, values of 500). */
export function readMetadata(
  field: Form[string],
  before: Record<string, string> = {},
): Record<string, string> {
  const pairs = { ...before }
  for (const [key, value] of Object.entries(readTree(field))) {
    if (typeof value !== 'string' || key.length > 40 || value.length > 500) {
      throw refuseRequest('Metadata takes keys of 40 and values of 500 characters.', 'metadata')
    }
    if (value === '') delete pairs[key]
    else pairs[key] = value
  }
  if (Object.keys(pairs).length > 50) throw refuseRequest('Metadata takes 50 keys.', 'metadata')
  return pairs
}

/** An integer field; undefined if missing. */
export function readWhole(form: Form, name: string): number | undefined {
  const text = readText(form[name])
  if (text === undefined || text === '') return undefined
  if (!/^-?\d{1,15}$/.test(text)) throw refuseRequest('Invalid integer', name, 'parameter_invalid_integer')
  return Number(text)
}

function splitName(name: string): string[] {
  const [head = '', ...rest] = name.split('[')
  const parts = [head, ...rest.map((part) => part.replace(/\]$/, ''))]
  if (parts.length > DEEPEST) throw refuseRequest('The request is nested too deep.')
  return parts
}

function put(form: Form, parts: string[], value: string, name: string): void {
  let place = form
  for (const [depth, part] of parts.entries()) {
    const key = part === '' && depth > 0 ? String(Object.keys(place).length) : part
    if (depth === parts.length - 1) {
      if (typeof place[key] === 'object') throw refuseRequest('The request contradicts itself.', name)
      place[key] = value
      return
    }
    const next = place[key] ?? emptyForm()
    if (typeof next === 'string') throw refuseRequest('The request contradicts itself.', name)
    place[key] = next
    place = next
  }
}

/** Without a prototype, so that `__proto__` is an ordinary field. */
function emptyForm(): Form {
  return Object.create(null) as Form
}
