import type { Form } from './form.ts'
import { readText, readTexts, readTree, readWhole } from './form.ts'
import { refuseRequest } from './refusal.ts'
import type { Item, Query, Store } from './store.ts'

const DEEPEST = 4
const MOST = 100
/** Fields hidden from the holder of a client secret. */
const PRIVATE = ['customer', 'metadata', 'latest_charge', 'description']

/** The object with the ids named by `expand[]` replaced by their objects. Unknown paths stay unchanged. */
export function expandItem(store: Store, item: object, form: Form): object {
  const paths = readTexts(form.expand)
  const copy = paths.length === 0 ? item : structuredClone(item)
  for (const path of paths)
    expandPath(store, copy as Record<string, unknown>, path.split('.').slice(0, DEEPEST))
  return copy
}

function expandPath(store: Store, place: Record<string, unknown>, [name = '', ...rest]: string[]): void {
  if (!Object.hasOwn(place, name)) return
  const value = place[name]
  if (typeof value === 'string') place[name] = store.find(value) ?? value
  const inside = Array.isArray(place[name]) ? (place[name] as unknown[]) : [place[name]]
  if (rest.length === 0) return
  for (const each of inside) {
    if (typeof each === 'object' && each !== null) expandPath(store, each as Record<string, unknown>, rest)
  }
}

/**
 * A page of a list, newest first (docs.stripe.com/api/pagination). `fields` may be filtered by their values.
 */
export function listItems(
  store: Store,
  kind: string,
  url: string,
  form: Form,
  fields: readonly string[],
): object {
  const where: Record<string, string> = {}
  for (const field of fields) {
    const value = readText(form[field])
    if (value !== undefined) where[field] = value
  }
  const { items, more } = store.list({ ...readPage(form), kind, where })
  return { object: 'list', data: items, has_more: more, url }
}

/** Intents by their metadata: `metadata['a']:'b' AND metadata['c']:'d'`, the only supported search. */
export function searchIntents(store: Store, form: Form): object {
  const where: Record<string, string> = {}
  for (const clause of (readText(form.query) ?? '').split(/\s+AND\s+/i)) {
    const [, key, value] =
      /^metadata\[(?:'|")([\w-]{1,40})(?:'|")\]:\s*(?:'|")([^'"]*)(?:'|")$/.exec(clause.trim()) ?? []
    if (key === undefined || value === undefined) {
      throw refuseRequest("Only metadata['key']:'value', joined by AND, can be searched for.", 'query')
    }
    where[`metadata."${key}"`] = value
  }
  const limit = readPage(form).limit
  const { items } = store.list({ kind: 'payment_intent', where, limit })
  return {
    object: 'search_result',
    data: items,
    has_more: false,
    next_page: null,
    url: '/v1/payment_intents/search',
  }
}

/** An intent as the holder of its client secret sees it. */
export function hidePrivate(item: Item): object {
  const seen: Record<string, unknown> = { ...item }
  for (const name of PRIVATE) delete seen[name]
  return seen
}

function readCreated(form: Form): { since: number | undefined; until: number | undefined } {
  const created = readTree(form.created)
  const over = readWhole(created, 'gt')
  const under = readWhole(created, 'lt')
  return {
    since: readWhole(created, 'gte') ?? (over === undefined ? undefined : over + 1),
    until: readWhole(created, 'lte') ?? (under === undefined ? undefined : under - 1),
  }
}

function readPage(form: Form): Pick<Query, 'limit' | 'after' | 'before' | 'since' | 'until' | 'types'> {
  const limit = readWhole(form, 'limit') ?? 10
  if (limit < 1 || limit > MOST) throw refuseRequest(`limit must be from 1 to ${MOST}.`, 'limit')
  const { since, until } = readCreated(form)
  const after = readText(form.starting_after)
  const before = readText(form.ending_before)
  const types = readTexts(form.types)
  return {
    limit,
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
    ...(types.length === 0 ? {} : { types }),
  }
}
