import { useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, RefObject } from 'react'

/** Rows that a page key moves by. */
const PAGE = 8

type RowKey = string | number

/** Where a key leads from a row; undefined for keys that do not move. */
function targetOf(key: string, at: number, last: number): number | undefined {
  if (key === 'ArrowDown') return at + 1
  if (key === 'ArrowUp') return at - 1
  if (key === 'PageDown') return at + PAGE
  if (key === 'PageUp') return at - PAGE
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

/** The chosen row: the same while the list has it, then the one that took its place, else the last. */
export function followRow(choice: RowKey | null, keys: readonly RowKey[], place: number): RowKey | null {
  if (choice === null || keys.includes(choice)) return choice
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
  const [choice, setChoice] = useState<RowKey | null>(null)
  const place = useRef(0)
  /** Whether the chosen row takes the focus once it is rendered. */
  const isWanted = useRef(false)
  const element = useRef<Element | null>(null)
  const last = keys.length - 1
  const index = choice === null ? -1 : keys.indexOf(choice)
  const stop = keys[Math.max(0, index)] ?? null
  useLayoutEffect(() => {
    const next = followRow(choice, keys, place.current)
    if (next !== choice) setChoice(next)
    if (next === null) return
    place.current = keys.indexOf(next)
    if (element.current?.isConnected === false && document.activeElement === document.body)
      isWanted.current = true
    if (!isWanted.current) return
    const button = list.current?.querySelector<HTMLElement>(`[data-row="${next}"] button`)
    if (!button) return
    isWanted.current = false
    button.focus()
  }, [list, keys, choice])
  return {
    stop,
    handlers: {
      onFocus: ({ target }: FocusEvent) => {
        const row = target.closest('[data-row]')?.getAttribute('data-row')
        element.current = target
        setChoice(keys.find((key) => String(key) === row) ?? keys[last] ?? null)
      },
      onBlur: () => (element.current = null),
      onKeyDown: (event: KeyboardEvent) => {
        const next = targetOf(event.key, Math.max(0, index), last)
        if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        const key = keys[Math.min(last, Math.max(0, next))]
        if (key === undefined) return
        isWanted.current = true
        setChoice(key)
        reveal?.(key)
      },
    },
  }
}
