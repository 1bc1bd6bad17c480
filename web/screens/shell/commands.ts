import { readLocal } from '../../local-store.ts'

/** Whether single keys are shortcuts; a driver may turn them off. */
export const areLettersOn = () => readLocal('letters') !== 'off'

/** Something that the command palette can do, by its name. */
export type Command = { id: string; label: string; run: () => void }

/** A text without case and accents, as it is searched. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The commands in whose name every typed word begins a word; those that begin with the text first. */
export function findCommands<C extends Pick<Command, 'label'>>(commands: readonly C[], text: string): C[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const hits = commands.filter(({ label }) => {
    const names = fold(label).split(/[^\p{L}\p{N}]+/u)
    return words.every((word) => names.some((name) => name.startsWith(word)))
  })
  const begins = ({ label }: C) => fold(label).startsWith(words.join(' '))
  return [...hits.filter(begins), ...hits.filter((command) => !begins(command))]
}

/** Where a second key after `g` leads, by the titles of the menu. */
export const GO_KEYS = {
  h: 'HOME',
  l: 'LOGS',
  f: 'FILTERS',
  c: 'CALENDAR',
  r: 'RECAP',
  a: 'AUTOSTART',
  n: 'title.inbox',
  s: 'SUPPORT',
} as const

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>
type Asked = 'palette' | 'keys' | 'search' | 'g' | { go: (typeof GO_KEYS)[keyof typeof GO_KEYS] } | null

/** What a pressed key asks for; `afterG`: the key before was `g`. Null for keys that mean nothing here. */
export function readKey(
  { key, ctrlKey, metaKey, altKey }: Pressed,
  { afterG, typing, letters }: { afterG: boolean; typing: boolean; letters: boolean },
): Asked {
  const control = ctrlKey || metaKey
  if (control && !altKey && key.toLowerCase() === 'k') return 'palette'
  if (control || altKey || typing || !letters) return null
  return readLetter(key, afterG)
}

function readLetter(key: string, afterG: boolean): Asked {
  if (afterG && Object.hasOwn(GO_KEYS, key)) return { go: GO_KEYS[key as keyof typeof GO_KEYS] }
  if (key === '?') return 'keys'
  if (key === '/') return 'search'
  return key === 'g' ? 'g' : null
}
