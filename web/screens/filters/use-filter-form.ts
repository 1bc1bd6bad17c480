import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { fitsEdition, validateFilter } from '@madruga/core/filters.ts'
import type { Filter, ValidationContext } from '@madruga/core/filters.ts'
import type { FieldError } from '@madruga/core/errors.ts'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import type { Key, Words } from '../../i18n.ts'
import { readLocal, writeLocal } from '../../local-store.ts'
import { botQuery, filterQuery, queryClient } from '../../queries.ts'
import { focusFault } from '../../ui/focus-fault.ts'
import { draftKey, readDraft, sameValue, writeDraft } from './draft.ts'
import type { Gone } from '../platforms/GoneWords.tsx'
import type { TypedRefusal } from './fields.ts'
import type { Errors, Part } from './part.ts'

/** A filter as the server told it. */
export type SavedFilter<F extends Filter> = {
  version: number
  /** The last version that was more than a move to another zone. */
  typedVersion: number
  savedAt: number | null
  filter: F
  /** When a sync deleted what stood before: then `filter` is a proposal. */
  removedAt: number | null
  /** Stations of it that the delivery app no longer has. */
  gone: Gone
}

/** How a variant's filter is typed: there and back, and where a refusal belongs. One form serves them all. */
export type FormKind<F extends Filter, Fields extends object> = {
  variant: F['variant']
  toFields(filter: F): Fields
  toFilter(fields: Fields, base: F): F
  /** The field in which a refused path was typed; `form` where there is none. */
  fieldOf(error: FieldError, filter: F): string
  /** Refusals that only a form can have. */
  checkTyped(fields: Fields): TypedRefusal[]
  /** What of a filling means something, for comparing. */
  plain(fields: Fields): unknown
  /** A kept draft made whole, or null when it is none. */
  mend(kept: object, fallback: Fields): Fields | null
}

type Refusal = { field: string; code: string; params?: Record<string, unknown> | undefined }

/** Typing is kept on the device this long after the last key. */
const KEEP_AFTER_MS = 300

/**
 * The form of a filter: what was typed survives a refusal, a reload and a lost connection, and a version
 * saved elsewhere is told instead of overwritten. Refusals show when a save was tried, and go by themselves
 * when they are answered.
 */
export function useFilterForm<F extends Filter, Fields extends object>(
  kind: FormKind<F, Fields>,
  driverId: string,
  saved: SavedFilter<F>,
  limits: ValidationContext = {},
) {
  const { t, say } = useWords()
  const key = draftKey(driverId, kind.variant, saved.filter.edition)
  const initial = () => kind.toFields(saved.filter)
  /** The version that the typing began from; a newer one on the server is a conflict. */
  const [base, setBase] = useState(saved)
  const [draft] = useState(() => readDraft(readLocal(key), (kept) => kind.mend(kept, initial())))
  const [fields, setFields] = useState(() => draft?.fields ?? initial())
  const clean = useMemo(() => kind.plain(kind.toFields(base.filter)), [kind, base])
  const dirty = useMemo(() => !sameValue(kind.plain(fields), clean), [kind, fields, clean])
  const [restored, setRestored] = useState(draft !== null && dirty)
  const [startVersion, setBaseVersion] = useState(draft?.version ?? saved.version)
  const stale = saved.typedVersion > startVersion
  // A move to another zone is no conflict: what was typed goes on in the new one.
  const baseVersion = stale ? startVersion : Math.max(startVersion, saved.version)

  const { filter, refusals } = useMemo(() => {
    const made = kind.toFilter(fields, base.filter)
    return { filter: made, refusals: findRefusals(kind, fields, made, limits) }
  }, [kind, fields, base, limits])
  /** Fields that were refused when a save was tried last, and what the server alone refused. */
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
    // Nothing typed: the newer version simply shows.
    if (!dirty) {
      setFields(kind.toFields(saved.filter))
      setBaseVersion(saved.version)
    }
  }, [kind, saved, base.version, dirty])

  useStoredDraft(
    key,
    useCallback(
      () => (dirty ? writeDraft({ version: baseVersion, fields }) : null),
      [dirty, baseVersion, fields],
    ),
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
    /** The whole form as the part from which all others come. */
    root,
    fields,
    errors,
    base,
    /** The edited filter; null while a rule refuses it. */
    filter: refusals.length === 0 ? filter : null,
    /** Fields that are refused now, in their order, whether or not a save was tried. */
    refused: refusals.map(({ field }) => field),
    dirty,
    /** Nothing of this is in force yet. */
    proposed: base.version === 0 || base.removedAt !== null,
    /**
     * The saved one has more than the edition allows, so that it is not in force: what shows here is what is
     * left of it.
     */
    waits: !fitsEdition(base.filter, base.filter.edition),
    stale,
    restored: restored && dirty,
    saving: mutation.isPending,
    problem: mutation.error ? toProblem(mutation.error) : null,
    save,
    /** Another filter to go on from, not saved. */
    replace: (next: F) => {
      setFields(kind.toFields(next))
      setTried(new Set())
      setRefusedThere({})
    },
    /** Goes on from the newer version with what was typed. */
    keepMine: () => {
      setBaseVersion(saved.version)
      mutation.reset()
      return save(saved.version)
    },
    /** Throws away what was typed. */
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

/** Refusals as the driver reads them, by their fields. */
function inWords(say: Words['say'], refusals: readonly Refusal[]): Errors {
  return Object.fromEntries(
    refusals.map(({ field, code, params }) => [field, say(`error.${code}` as Key, params)]),
  )
}

/**
 * Keeps what was typed on this device: a moment after the last key, and at once when the page or the screen
 * is left.
 */
function useStoredDraft(key: string, write: () => string | null): void {
  const newest = useRef(write)
  useEffect(() => {
    newest.current = write
    const keep = () => writeLocal(key, write())
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [key, write])
  useEffect(() => () => writeLocal(key, newest.current()), [key])
}

/**
 * Everything that is wrong with what was typed, in the order of the fields; one refusal a field, what only
 * the form knows first.
 */
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
