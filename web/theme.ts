import { useSyncExternalStore } from 'react'
import { readLocal, writeLocal } from './local-store.ts'

export type Theme = 'system' | 'light' | 'dark'

const dark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

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
  for (const listener of listeners) listener()
}

/** The selected theme; `system` follows the device. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, chosen)
}
