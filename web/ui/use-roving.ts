import { useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, RefObject } from 'react'

/** Rows that a page key moves by. */
const PAGE = 8

type RowKey = string | number

/** Where a key leads from a row; undefined for keys that do not move. */
function targetOf(pressed: string, at: number, last: number): number | undefined {
  if (pressed === 'ArrowDown') return at + 1
  if (pressed === 'ArrowUp') return at - 1
  if (pressed === 'PageDown') return at + PAGE
  if (pressed === 'PageUp') return at - PAGE
  if (pressed === 'Home') return 0
  return pressed === 'End' ? last : undefined
}

/** The chosen row: the same while the list has it, then the one that took its place, else the last. */
export function followRow(chosen: RowKey | null, keys: readonly RowKey[], place: number): RowKey | null {
  if (chosen === null || keys.includes(chosen)) return chosen
  return keys[Math.min(place, keys.length - 1)] ?? null
}

/**
 * One tab stop for a list of rows that move, and arrow keys between them. `keys` are those of the rows that
 * hold a button, in order; each is rendered as an item with `data-row`, the one of the tab stop wherever it
 * is. `reveal` scrolls to a row that is out of sight. The focus stays on its row wherever it moves; when its
 * row leaves the list, the focus goes to the row that took its place.
 */
export function useRoving(
  list: RefObject<HTMLElement | null>,
  keys: readonly RowKey[],
  reveal?: (key: RowKey) => void,
) {
  const [chosen, setChosen] = useState<RowKey | null>(null)
  const place = useRef(0)
  /** Whether the chosen row takes the focus once it is rendered. */
  const wanted = useRef(false)
  const focused = useRef<Element | null>(null)
  const last = keys.length - 1
  const known = chosen === null ? -1 : keys.indexOf(chosen)
  const stop = keys[Math.max(0, known)] ?? null
  useLayoutEffect(() => {
    const next = followRow(chosen, keys, place.current)
    if (next !== chosen) setChosen(next)
    if (next === null) return
    place.current = keys.indexOf(next)
    if (focused.current?.isConnected === false && document.activeElement === document.body)
      wanted.current = true
    if (!wanted.current) return
    const button = list.current?.querySelector<HTMLElement>(`[data-row="${next}"] button`)
    if (!button) return
    wanted.current = false
    button.focus()
  }, [list, keys, chosen])
  return {
    stop,
    handlers: {
      onFocus: ({ target }: FocusEvent) => {
        const row = target.closest('[data-row]')?.getAttribute('data-row')
        focused.current = target
        setChosen(keys.find((key) => String(key) === row) ?? keys[last] ?? null)
      },
      onBlur: () => (focused.current = null),
      onKeyDown: (event: KeyboardEvent) => {
        const next = targetOf(event.key, Math.max(0, known), last)
        if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        const key = keys[Math.min(last, Math.max(0, next))]
        if (key === undefined) return
        wanted.current = true
        setChosen(key)
        reveal?.(key)
      },
    },
  }
}
