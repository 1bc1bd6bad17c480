import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { FieldPath } from 'react-hook-form'
import { validateFilter } from '@madruga/core/filters.ts'
import type { AmazonFilter } from '@madruga/core/filters.ts'
import type { FieldError } from '@madruga/core/errors.ts'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import type { Key } from '../../i18n.ts'
import { readKept, writeKept } from '../../kept.ts'
import { botQuery, filterQuery, queryClient } from '../../queries.ts'
import { draftKey, readDraft, sameFields, writeDraft } from './draft.ts'
import { checkTyped, fieldOf, toFields, toFilter } from './fields.ts'
import type { FilterFields } from './fields.ts'

export type SavedFilter = {
  version: number
  savedAt: number | null
  filter: AmazonFilter
  /** When a sync deleted what stood before: then `filter` is a proposal. */
  removedAt: number | null
}

/** Typing is kept on the device this long after the last key. */
const KEEP_AFTER_MS = 300

/**
 * The form of a filter: what was typed survives a refusal, a reload and a lost connection, and a version saved elsewhere
 * is told instead of overwritten.
 */
export function useFilterForm(driverId: string, saved: SavedFilter) {
  const { t, say } = useWords()
  const key = draftKey(driverId, 'amazon')
  /** The version that the typing began from; a newer one on the server is a conflict. */
  const [base, setBase] = useState(saved)
  const [draft] = useState(() => readDraft(readKept(key), toFields(saved.filter)))
  const [restored, setRestored] = useState(
    () => draft !== null && !sameFields(draft.fields, toFields(saved.filter)),
  )
  const [baseVersion, setBaseVersion] = useState(draft?.version ?? saved.version)
  const form = useForm<FilterFields>({ defaultValues: draft?.fields ?? toFields(saved.filter) })
  const { control, reset, setError, setFocus, clearErrors, getValues } = form
  const values = useWatch({ control }) as FilterFields
  const clean = useMemo(() => toFields(base.filter), [base])
  const dirty = !sameFields(values, clean)
  const stale = saved.version > baseVersion

  useEffect(() => {
    if (saved.version === base.version) return
    // oxlint-disable-next-line react/set-state-in-effect -- the form library holds what was typed, and is told after the fact
    setBase(saved)
    // Nothing typed: the newer version simply shows.
    if (!dirty) {
      reset(toFields(saved.filter))
      setBaseVersion(saved.version)
    }
  }, [saved, base.version, dirty, reset])

  useEffect(() => {
    const keep = () => writeKept(key, dirty ? writeDraft({ version: baseVersion, fields: values }) : null)
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [key, dirty, baseVersion, values])

  const mutation = useMutation({
    mutationFn: (input: { filter: AmazonFilter; baseVersion: number }) =>
      api.filters.save({ variant: 'amazon', ...input }),
  })

  const showErrors = useCallback(
    (errors: { field: string; text: string }[]) => {
      for (const { field, text } of errors) setError(field as FieldPath<FilterFields>, { message: text })
      announce(t('filter.fix', { count: errors.length }))
      requestAnimationFrame(() => {
        document
          .querySelector('[aria-invalid="true"], [data-invalid="true"]')
          ?.scrollIntoView({ block: 'center' })
      })
    },
    [setError, t],
  )

  const save = async (overVersion = baseVersion) => {
    clearErrors()
    setRestored(false)
    const fields = getValues()
    const filter = toFilter(fields, base.filter)
    const wordsOf = (error: FieldError) => ({
      field: fieldOf(error, filter),
      text: say(`error.${error.code}` as Key, error.params),
    })
    const typed = checkTyped(fields).map(({ field, code }) => ({ field, text: t(`error.${code}`) }))
    const errors = typed.length > 0 ? typed : validateFilter(filter).map(wordsOf)
    if (errors.length > 0) return showErrors(errors)
    try {
      const answer = await mutation.mutateAsync({ filter, baseVersion: overVersion })
      if (answer.filter.variant !== 'amazon') return
      const { version, savedAt } = answer
      const next = { version, savedAt, filter: answer.filter, removedAt: null }
      setBase(next)
      setBaseVersion(answer.version)
      writeKept(key, null)
      queryClient.setQueryData(filterQuery('amazon').queryKey, next)
      void queryClient.invalidateQueries({ queryKey: botQuery.queryKey })
      announce(t('filter.saved_say'))
    } catch (thrown) {
      const problem = toProblem(thrown)
      if (problem.code === 'filters.stale') await queryClient.refetchQueries(filterQuery('amazon'))
      else if (problem.params.fields?.length) showErrors(problem.params.fields.map(wordsOf))
    }
  }

  return {
    form,
    values,
    base,
    dirty,
    /** Nothing of this is in force yet. */
    proposed: base.version === 0 || base.removedAt !== null,
    stale,
    restored: restored && dirty,
    saving: mutation.isPending,
    problem: mutation.error ? toProblem(mutation.error) : null,
    save,
    setFocus,
    /** Goes on from the newer version with what was typed. */
    keepMine: () => {
      setBaseVersion(saved.version)
      mutation.reset()
      return save(saved.version)
    },
    /** Throws away what was typed. */
    takeSaved: () => {
      reset(toFields(saved.filter))
      setBase(saved)
      setBaseVersion(saved.version)
      setRestored(false)
      mutation.reset()
      writeKept(key, null)
    },
  }
}
export type FilterFormState = ReturnType<typeof useFilterForm>
