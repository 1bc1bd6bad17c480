import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { fitsPlan, validateFilter } from '@madruga/core/filters.ts'
import type { Filter, ValidationContext } from '@madruga/core/filters.ts'
import type { FieldError } from '@madruga/core/errors.ts'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import type { Key, Words } from '../../i18n.ts'
import { readLocal, writeLocal } from '../../local-store.ts'
import { botQuery, filterQuery, queryClient } from '../../queries.ts'
import { focusFault } from '../../ui/focus-fault.ts'
import { useStoredDraft } from '../../ui/use-stored-draft.ts'
import { draftKey, readDraft, sameValue } from './draft.ts'
import type { Gone } from '../platforms/GoneWords.tsx'
import type { TypedRefusal } from './fields.ts'
import type { Errors, Part } from './part.ts'

/** A filter from the server. */
export type SavedFilter<F extends Filter> = {
  version: number
  /** The last version that was more than a change of zone. */
  typedVersion: number
  savedAt: number | null
  filter: F
  /** When a sync deleted the previous filter: `filter` is then a proposal. */
  removedAt: number | null
  /** Its stations that the delivery app no longer lists. */
  gone: Gone
}

/** A variant's form: conversions, and the fields of errors. One hook serves all variants. */
export type FormKind<F extends Filter, Fields extends object> = {
  variant: F['variant']
  toFields(filter: F): Fields
  toFilter(fields: Fields, base: F): F
  /** The form field of an error's path; `form` if there is none. */
  fieldOf(error: FieldError, filter: F): string
  /** Errors that only a form can have. */
  checkTyped(fields: Fields): TypedRefusal[]
  /** The meaningful part of the input, for comparison. */
  plain(fields: Fields): unknown
  /** A completed draft, or null if it is invalid. */
  mend(kept: object, fallback: Fields): Fields | null
}

type Refusal = { field: string; code: string; params?: Record<string, unknown> | undefined }

/**
 * The form of a filter. Input survives a refusal, a reload and a lost connection; a version saved elsewhere
 * is reported instead of overwritten. Errors appear after an attempt to save, and disappear when fixed.
 */
export function useFilterForm<F extends Filter, Fields extends object>(
  kind: FormKind<F, Fields>,
  driverId: string,
  saved: SavedFilter<F>,
  limits: ValidationContext = {},
) {
  const { t, say } = useWords()
  const key = draftKey(driverId, kind.variant, saved.filter.plan)
  const initial = () => kind.toFields(saved.filter)
  /** The version that the input is based on; a newer one on the server is a conflict. */
  const [base, setBase] = useState(saved)
  const [draft] = useState(() => readDraft(readLocal(key), (kept) => kind.mend(kept, initial())))
  const [fields, setFields] = useState(() => draft?.fields ?? initial())
  const clean = useMemo(() => kind.plain(kind.toFields(base.filter)), [kind, base])
  const dirty = useMemo(() => !sameValue(kind.plain(fields), clean), [kind, fields, clean])
  const [restored, setRestored] = useState(draft !== null && dirty)
  const [startVersion, setBaseVersion] = useState(draft?.version ?? saved.version)
  const stale = saved.typedVersion > startVersion
  // A change of zone is no conflict: the input continues in the new one.
  const baseVersion = stale ? startVersion : Math.max(startVersion, saved.version)

  const { filter, refusals } = useMemo(() => {
    const made = kind.toFilter(fields, base.filter)
    return { filter: made, refusals: findRefusals(kind, fields, made, limits) }
  }, [kind, fields, base, limits])
  /** Errors of the last attempt to save, and the server's own errors. */
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set())
  const [refusedThere, setRefusedThere] = useState<Errors>({})
  const errors = useMemo(
    () => ({
      ...inWords(
        say,
        refusals.filter(({ field }) => tried.has(field)),
      ),
      ...refusedThere,
    }),
    [say, refusals, tried, refusedThere],
  )

  useEffect(() => {
    if (saved.version === base.version) return
    // oxlint-disable-next-line react/set-state-in-effect -- what was typed is the form's own, and is told after the fact
    setBase(saved)
    // Without input, the newer version is shown.
    if (!dirty) {
      setFields(kind.toFields(saved.filter))
      setBaseVersion(saved.version)
    }
  }, [kind, saved, base.version, dirty])

  useStoredDraft(
    key,
    useMemo(() => (dirty ? { version: baseVersion, fields } : null), [dirty, baseVersion, fields]),
  )

  const mutation = useMutation({
    mutationFn: (input: { filter: Filter; baseVersion: number }) =>
      api.filters.save({ variant: kind.variant, ...input }),
  })

  const pointOut = useCallback(
    (count: number) => {
      announce(t('filter.fix', { count }))
      focusFault(document)
    },
    [t],
  )

  const save = async (overVersion = baseVersion): Promise<void> => {
    setRestored(false)
    setRefusedThere({})
    const refused = new Set(refusals.map(({ field }) => field))
    setTried(refused)
    if (refused.size > 0) return pointOut(refused.size)
    try {
      const answer = await mutation.mutateAsync({ filter, baseVersion: overVersion })
      const { version, savedAt } = answer
      const next = {
        version,
        typedVersion: version,
        savedAt,
        filter: answer.filter as F,
        removedAt: null,
        gone: [],
      }
      setBase(next)
      setBaseVersion(version)
      writeLocal(key, null)
      queryClient.setQueryData(filterQuery(kind.variant).queryKey, { ...next, kept: null })
      void queryClient.invalidateQueries({ queryKey: botQuery.queryKey })
      announce(t('filter.saved_say'))
    } catch (thrown) {
      const problem = toProblem(thrown)
      if (problem.code === 'filters.stale') await queryClient.refetchQueries(filterQuery(kind.variant))
      const there = problem.params.fields ?? []
      if (there.length === 0) return
      setRefusedThere(
        inWords(
          say,
          there.map((error) => ({ ...error, field: kind.fieldOf(error, filter) })),
        ),
      )
      pointOut(there.length)
    }
  }

  const root: Part<Fields> = { value: fields, path: '', errors, update: setFields }
  const take = (next: SavedFilter<F>) => {
    setFields(kind.toFields(next.filter))
    setBase(next)
    setBaseVersion(next.version)
    setRestored(false)
    setTried(new Set())
    setRefusedThere({})
    mutation.reset()
    writeLocal(key, null)
  }

  return {
    variant: kind.variant,
    /** The whole form as the root of all parts. */
    root,
    fields,
    errors,
    base,
    /** The edited filter; null while it is invalid. */
    filter: refusals.length === 0 ? filter : null,
    /** Fields with errors, in order, before or after an attempt to save. */
    refused: refusals.map(({ field }) => field),
    dirty,
    /** No filter is in force yet. */
    proposed: base.version === 0 || base.removedAt !== null,
    /** The saved filter exceeds the plan and is not in force: the form shows what is left of it. */
    waits: !fitsPlan(base.filter, base.filter.plan),
    stale,
    restored: restored && dirty,
    saving: mutation.isPending,
    problem: mutation.error ? toProblem(mutation.error) : null,
    save,
    /** Replaces the input by another filter, unsaved. */
    replace: (next: F) => {
      setFields(kind.toFields(next))
      setTried(new Set())
      setRefusedThere({})
    },
    /** Rebases the input onto the newer version. */
    keepMine: () => {
      setBaseVersion(saved.version)
      mutation.reset()
      return save(saved.version)
    },
    /** Discards the input. */
    takeSaved: () => take(saved),
  }
}
export type FilterFormState = Pick<
  ReturnType<typeof useFilterForm<Filter, object>>,
  | 'variant'
  | 'errors'
  | 'base'
  | 'filter'
  | 'dirty'
  | 'proposed'
  | 'waits'
  | 'stale'
  | 'restored'
  | 'saving'
  | 'problem'
  | 'save'
  | 'keepMine'
  | 'takeSaved'
>

/** Error texts by field. */
function inWords(say: Words['say'], refusals: readonly Refusal[]): Errors {
  return Object.fromEntries(
    refusals.map(({ field, code, params }) => [field, say(`error.${code}` as Key, params)]),
  )
}

/** All errors of the input, in the order of the fields; one per field, the form's own first. */
function findRefusals<F extends Filter, Fields extends object>(
  kind: FormKind<F, Fields>,
  fields: Fields,
  filter: F,
  limits: ValidationContext,
): Refusal[] {
  const typed: Refusal[] = kind.checkTyped(fields)
  const ruled = validateFilter(filter, limits).map((error) => ({
    field: kind.fieldOf(error, filter),
    code: error.code,
    params: error.params,
  }))
  const seen = new Set<string>()
  return [...typed, ...ruled].filter(({ field }) => !seen.has(field) && seen.add(field))
}
