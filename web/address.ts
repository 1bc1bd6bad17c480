import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ComponentType } from 'react'
import { createSignal } from './signal.ts'

/** Addresses live behind the hash, as the seed lists them: `#/calendar?at=1764300000000`. */

/** What an address asks of its screen, as text. */
export type Search = Readonly<Record<string, string>>
export type Address = {
  /** `/calendar` */
  path: string
  search: Search
  /** Names the entry of the history, which keeps its place on the page. */
  entry: string
  /** Whether the page stays where it is scrolled to. */
  stays: boolean
}
/** The address whose screen is loaded, and that screen. */
export type Shown = { address: Address; Screen: ComponentType }

type Asked = Readonly<Record<string, string | number | undefined>>

let current: Address | undefined
const changes = createSignal()

/**
 * Splits what stands behind the hash; whatever somebody wrote there is an address. A path in capitals, as a
 * phone's keyboard begins a word, is the same path.
 */
export function readHash(hash: string): { path: string; search: Search } {
  const [text = ''] = hash.replace(/^#?\/?/, '').split('#')
  const [path = '', ...search] = text.split('?')
  return {
    path: `/${path.replace(/\/$/, '').toLowerCase()}`,
    search: Object.fromEntries(new URLSearchParams(search.join('?'))),
  }
}

/** The hash of a screen and of what is asked of it; what is undefined is not asked. */
export function writeHash(path: string, search: Asked = {}): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined)
  const text = String(new URLSearchParams(entries as [string, string][]))
  return `#${path}${text && `?${text}`}`
}

/** Opens an address; in place of the present one, if no step back should lead there. */
export function navigate(
  to: string,
  { search, replace = false, stay = false }: { search?: Asked; replace?: boolean; stay?: boolean } = {},
): void {
  const hash = writeHash(to, search)
  if (hash !== location.hash) history[replace ? 'replaceState' : 'pushState']({ entry: newEntry() }, '', hash)
  take(arrive(hash, stay))
}

/** The address of this moment, whose screen may still be on its way. */
export function currentAddress(): Address {
  return (current ??= arrive(location.hash, true))
}

/** From now on the address is what the browser's history says: back, a tapped notification, a typed one. */
export function followHistory(): void {
  addEventListener('popstate', () => take(arrive(location.hash, false)))
}

export const onAddress = changes.subscribe

/** The same for components. */
export function useAddress(): Address {
  return useSyncExternalStore(changes.subscribe, currentAddress)
}

/** The screen that is drawn: while the next one loads it stays, with its own address. */
export const ShownScreen = createContext<Shown | null>(null)

/** What the address asks of the screen that is drawn. */
export function useSearch(): Search {
  return useContext(ShownScreen)?.address.search ?? {}
}

/** The path of the screen that is drawn: an app's list or editor may stand at several. */
export function useShownPath(): string {
  return useContext(ShownScreen)?.address.path ?? '/'
}

function take(address: Address): void {
  current = address
  changes.notify()
}

function arrive(hash: string, stays: boolean): Address {
  const state = history.state as { entry?: string } | null
  const entry = state?.entry ?? newEntry()
  if (state?.entry === undefined) history.replaceState({ ...state, entry }, '')
  return { ...readHash(hash), entry, stays }
}

function newEntry(): string {
  return Math.random().toString(36).slice(2)
}
