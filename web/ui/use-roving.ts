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

/**
 * The row that takes the focus once it is rendered: the one that a key led to while the list has it, else the
 * last one where the focus is lost; null = none.
 */
export function findWanted(wanted: RowKey | null, keys: readonly RowKey[], isLost: boolean): RowKey | null {
  if (wanted !== null && keys.includes(wanted)) return wanted
  return isLost ? (keys.at(-1) ?? null) : null
}

/**
 * One tab stop for a list of rows that move, and arrow keys between them. `keys` are those of the rows that
 * hold a button, in order; each is rendered as an item with `data-row`. `reveal` renders a row that is out of
 * sight. The focus stays on its row wherever it moves; when its row leaves the list it goes to the last one.
 */
export function useRoving(
  list: RefObject<HTMLElement | null>,
  keys: readonly RowKey[],
  reveal?: (key: RowKey) => void,
) {
  const [chosen, setChosen] = useState<RowKey | null>(null)
  const wanted = useRef<RowKey | null>(null)
  const focused = useRef<Element | null>(null)
  const last = keys.length - 1
  const known = chosen === null ? -1 : keys.indexOf(chosen)
  const stop = keys[Math.max(0, known)] ?? null
  useLayoutEffect(() => {
    const isLost = focused.current?.isConnected === false && document.activeElement === document.body
    wanted.current = findWanted(wanted.current, keys, isLost)
    if (wanted.current === null) return
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"] button`)
    if (!row) return
    wanted.current = null
    row.focus()
  })
  return {
    stop,
    handlers: {
      onFocus: ({ target }: FocusEvent) => {
        const key = target.closest('[data-row]')?.getAttribute('data-row')
        focused.current = target
        setChosen(keys.find((each) => String(each) === key) ?? null)
      },
      onBlur: () => (focused.current = null),
      onKeyDown: (event: KeyboardEvent) => {
        const next = targetOf(event.key, Math.max(0, known), last)
        if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        const key = keys[Math.min(last, Math.max(0, next))]
        if (key === undefined) return
        wanted.current = key
        setChosen(key)
        reveal?.(key)
      },
    },
  }
}
