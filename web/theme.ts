import { useSyncExternalStore } from 'react'
import { readLocal, writeLocal } from './local-store.ts'
import { createSignal } from './signal.ts'

export type Theme = 'system' | 'light' | 'dark'

const dark = matchMedia('(prefers-color-scheme: dark)')
const changes = createSignal()

function chosen(): Theme {
  const theme = readLocal('theme')
  return theme === 'light' || theme === 'dark' ? theme : 'system'
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
  changes.notify()
}

/** The selected theme; `system` follows the device. */
export function useTheme(): Theme {
  return useSyncExternalStore(changes.subscribe, chosen)
}
