import { serverNow } from '../clock.ts'
import { faultsOf } from './rules.ts'
import type { Faults, Typed } from './rules.ts'

export type FieldsState = {
  typed: Typed
  faults: Faults
  /** How often input was rejected: each time the first invalid field gets the focus. */
  refusals: number
}

/** The input of the embedded gateway's form, and its errors. It lives as long as the form. */
export type Fields = {
  read(): FieldsState
  subscribe(listen: () => void): () => void
  set(name: keyof Typed, value: string): void
  refuse(faults: Faults): void
  /** Whether all required input is valid; marks invalid fields. */
  check(): boolean
  isComplete(): boolean
}

const EMPTY: Typed = { kind: 'card', number: '', expiry: '', cvc: '', routing: '', account: '', holder: '' }

/** Empty fields. `now` is epoch ms, for checking the expiry. */
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
