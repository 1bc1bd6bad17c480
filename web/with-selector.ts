import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'

/**
 * A part of an outer store's state, chosen by `select`; the same value while `isEqual` says so. It takes the
 * place of `use-sync-external-store/shim/with-selector`, which also serves older Reacts and is larger.
 */
export function useSyncExternalStoreWithSelector<State, Part>(
  subscribe: (onChange: () => void) => () => void,
  read: () => State,
  _readOnServer: unknown,
  select: (state: State) => Part,
  isEqual?: (one: Part, other: Part) => boolean,
): Part {
  const shown = useRef<{ part: Part } | null>(null)
  const choose = useMemo(() => {
    let last: { state: State; part: Part } | null = null
    return () => {
      const state = read()
      if (last !== null && Object.is(last.state, state)) return last.part
      const chosen = select(state)
      const before = last ?? shown.current
      last = { state, part: before !== null && isEqual?.(before.part, chosen) ? before.part : chosen }
      return last.part
    }
  }, [read, select, isEqual])
  const part = useSyncExternalStore(subscribe, choose)
  useEffect(() => {
    shown.current = { part }
  }, [part])
  return part
}
