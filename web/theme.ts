import { useSyncExternalStore } from 'react'
import { readLocal, writeLocal } from './local-store.ts'
import { createSignal } from './signal.ts'

export type Theme = 'system' | 'light' | 'dark'

const dark = matchMedia('(prefers-color-scheme: dark)')
const changed = createSignal()

function chosen(): Theme {
  const kept = readLocal('theme')
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

function apply(): void {
  const theme = chosen()
  document.documentElement.dataset.theme = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme
}

dark.addEventListener('change', apply)

/** Sets the theme of this device. */
export function setTheme(theme: Theme): void {
  writeLocal('theme', theme === 'system' ? null : theme)
  apply()
  changed.notify()
}

/** The selected theme; `system` follows the device. */
export function useTheme(): Theme {
  return useSyncExternalStore(changed.subscribe, chosen)
}
