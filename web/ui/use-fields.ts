import { useCallback, useId, useMemo, useState } from 'react'
import type { ChangeEvent } from 'react'
import type { FieldError } from '@madruga/core/errors.ts'
import { announce } from '../announce.ts'
import { useWords } from '../i18n.ts'
import type { Key } from '../i18n.ts'
import { focusFault } from './focus-fault.ts'

type Name<T> = Extract<keyof T, string>

/**
 * The state of a form: its values, and the error of each field. Errors are stored as codes, so that they
 * follow the language. `id` goes to the `<form>`: its first invalid field gets the focus.
 */
export function useFields<T extends object>(start: T | (() => T)) {
  const { t, say } = useWords()
  const [values, setValues] = useState(start)
  const [refusals, setRefusals] = useState<Partial<Record<string, FieldError>>>({})
  const id = useId()

  const set = useCallback(<N extends Name<T>>(name: N, value: T[N]) => {
    setValues((before) => ({ ...before, [name]: value }))
    setRefusals((fields) => Object.fromEntries(Object.entries(fields).filter(([path]) => path !== name)))
  }, [])

  /** Shows the errors of fields; none clears the previous ones. */
  const refuse = useCallback(
    (fields: readonly FieldError[]) => {
      setRefusals(Object.fromEntries(fields.toReversed().map((field) => [field.path, field])))
      if (fields.length === 0) return
      announce(t('form.fix', { count: fields.length }))
      const form = document.getElementById(id)
      if (form) focusFault(form)
    },
    [t, id],
  )

  return useMemo(
    () => ({
      values,
      set,
      replace: setValues,
      refuse,
      id,
      /** The text of a field's error. */
      errorOf: (name: Name<T>): string | undefined => {
        const field = refusals[name]
        return field && say(`error.${field.code}` as Key, field.params)
      },
      /** Props of a text input, select or textarea. */
      bind: <N extends Name<T>>(name: N) => ({
        name,
        value: String(values[name] ?? ''),
        error: refusals[name] && say(`error.${refusals[name].code}` as Key, refusals[name].params),
        onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
          set(name, event.target.value as T[N]),
      }),
    }),
    [id, values, refusals, set, refuse, say],
  )
}
