import { serverNow } from '../clock.ts'
import { faultsOf } from './rules.ts'
import type { Faults, Typed } from './rules.ts'

export type FieldsState = {
  typed: Typed
  faults: Faults
  /** How often something was refused: each time the first such field gets the focus. */
  refusals: number
}

/**
 * What is typed into the form of the embedded gateway, and why it is refused. It lives as long as the form.
 */
export type Fields = {
  read(): FieldsState
  subscribe(listen: () => void): () => void
  set(name: keyof Typed, value: string): void
  refuse(faults: Faults): void
  /** Whether everything that is needed was typed; says at the fields what is not. */
  check(): boolean
  isComplete(): boolean
}

const EMPTY: Typed = {
  kind: 'card',
  number: '',
  expiry: '',
  cvc: '',
  routing: '',
  account: '',
  holder: '',
}

/** Empty fields. `now` is epoch ms: an expiry is held against it. */
export function createFields(now: () => number = serverNow): Fields {
  let state: FieldsState = { typed: EMPTY, faults: {}, refusals: 0 }
  const listeners = new Set<() => void>()
  const change = (next: FieldsState) => {
    state = next
    for (const listen of listeners) listen()
  }
  const refuse = (faults: Faults) => change({ ...state, faults, refusals: state.refusals + 1 })
  return {
    read: () => state,
    subscribe(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    set(name, value) {
      const faults = Object.entries(state.faults).filter(([field]) => field !== name)
      change({ ...state, typed: { ...state.typed, [name]: value }, faults: Object.fromEntries(faults) })
    },
    refuse,
    check() {
      const faults = faultsOf(state.typed, now())
      refuse(faults)
      return Object.keys(faults).length === 0
    },
    isComplete: () => Object.keys(faultsOf(state.typed, now())).length === 0,
  }
}
