import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { fitsPlan, validateFilter } from '@madruga/core/filters.ts'
import type { Filter, ValidationContext } from '@madruga/core/filters.ts'
import type { FieldError } from '@madruga/core/errors.ts'
import type { Station } from '@madruga/core/offers.ts'
import { mainCurrency } from '@madruga/core/pay-sums.ts'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { isPaid } from '../../paid.ts'
import { botQuery, filterQuery, queryClient } from '../../queries.ts'
import { focusFault } from '../../ui/focus-fault.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { draftKey, readDraft, sameValue } from './draft.ts'
import type { Draft } from './draft.ts'
import type { Gone } from '../platforms/GoneWords.tsx'
import { takeFilter } from '../platforms/queries.ts'
import { refusalKey } from './fields.ts'
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

/** A variant's form: conversions, its stations, and the fields of errors. One hook serves all variants. */
export type FormKind<F extends Filter, Fields extends object> = {
  variant: F['variant']
  toFields(filter: F): Fields
  toFilter(fields: Fields, base: F): F
  /** Ids of the selected stations. */
  chosen(fields: Fields): readonly string[]
  /** The input without some of its stations. */
  without(fields: Fields, ids: ReadonlySet<string>): Fields
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
  entry: SavedFilter<F>,
  /** The driver's; any is accepted before the first sync. */
  stations: readonly Station[],
  settingsMax?: number,
) {
  const { input, base, rebase, baseVersion, stale } = useFilterInput(kind, driverId, entry)
  const { fields } = input.values
  const setFields = (next: (fields: Fields) => Fields) =>
    input.change((now) => ({ ...now, fields: next(now.fields) }))
  const { filter, refusals } = useMemo(() => {
    const current = kind.toFilter(fields, base.filter)
    const limits = {
      ...(settingsMax !== undefined && { settingsMax }),
      ...(stations.length > 0 && { stationIds: new Set(stations.map((station) => station.id)) }),
      currency: mainCurrency(stations),
    }
    return { filter: current, refusals: findRefusals(kind, fields, current, limits) }
  }, [kind, fields, base, stations, settingsMax])
  const shownErrors = useShownErrors(refusals)
  const saving = useSaving(kind, filter, shownErrors, rebase)
  const save = (overVersion = baseVersion): Promise<void> => {
    input.accept()
    return saving.save(overVersion)
  }
  return {
    variant: kind.variant,
    /** The whole form as the root of all parts. */
    root: { value: fields, path: '', errors: shownErrors.errors, update: setFields } satisfies Part<Fields>,
    fields,
    errors: shownErrors.errors,
    stations,
    /** The newest version from the server. */
    saved: entry,
    base,
    /** The edited filter; null while it is invalid. */
    filter: refusals.length === 0 ? filter : null,
    /** Fields with errors, in order, before or after an attempt to save. */
    refused: refusals.map(({ field }) => field),
    dirty: input.dirty,
    /** No filter is in force yet. */
    proposed: base.version === 0 || base.removedAt !== null,
    /** The saved filter exceeds the plan and is not in force: the form shows what is left of it. */
    waits: !fitsPlan(base.filter, base.filter.plan),
    stale,
    restored: input.restored,
    saving: saving.pending,
    problem: saving.problem,
    save,
    /** Ids of the selected stations. */
    chosen: kind.chosen(fields),
    /** Removes some of them. */
    takeOut: (ids: ReadonlySet<string>) => setFields((now) => kind.without(now, ids)),
    /** Replaces the input by another filter, unsaved. */
    replace: (next: F) => {
      setFields(() => kind.toFields(next))
      shownErrors.clear()
    },
    /** Rebases the input onto the newer version. */
    keepMine: () => {
      input.change((now) => ({ ...now, version: entry.version }))
      saving.reset()
      return save(entry.version)
    },
    /** Discards the input. */
    takeSaved: () => {
      input.clear()
      shownErrors.clear()
      saving.reset()
    },
  }
}
export type FilterFormState = Omit<
  ReturnType<typeof useFilterForm<Filter, object>>,
  'root' | 'fields' | 'replace'
>

/** The input with the version that it is based on; a newer one on the server is a conflict. */
function useFilterInput<F extends Filter, Fields extends object>(
  kind: FormKind<F, Fields>,
  driverId: string,
  entry: SavedFilter<F>,
) {
  const [base, setBase] = useState(entry)
  const clean = useMemo(
    (): Draft<Fields> => ({ version: base.version, fields: kind.toFields(base.filter) }),
    [kind, base],
  )
  const input = useDraftForm({
    key: draftKey(driverId, kind.variant, entry.filter.plan),
    clean,
    read: (text) => readDraft(text, (draft) => kind.mend(draft, clean.fields)),
    same: (a, b) => sameValue(kind.plain(a.fields), kind.plain(b.fields)),
  })
  const { dirty, clear } = input
  useEffect(() => {
    if (entry.version === base.version) return
    // oxlint-disable-next-line react/set-state-in-effect -- what was typed is the form's own, and is told after the fact
    setBase(entry)
    // Without input, the newer version is shown.
    if (!dirty) clear()
  }, [entry, base.version, dirty, clear])
  const { version } = input.values
  const stale = entry.typedVersion > version
  return {
    input,
    base,
    stale,
    // A change of zone is no conflict: the input continues in the new one.
    baseVersion: stale ? version : Math.max(version, entry.version),
    /** Bases the input on what was just saved. */
    rebase(next: SavedFilter<F>) {
      setBase(next)
      input.change((now) => ({ ...now, version: next.version }))
    },
  }
}

/** Sends the filter, unless it has errors; the server's errors appear at their fields. */
function useSaving<F extends Filter, Fields extends object>(
  kind: FormKind<F, Fields>,
  filter: F,
  shownErrors: ReturnType<typeof useShownErrors>,
  onSaved: (next: SavedFilter<F>) => void,
) {
  const { t } = useWords()
  const { variant } = kind
  const mutation = useMutation({
    mutationFn: (baseVersion: number) => api.filters.save({ variant, filter, baseVersion }),
  })
  return {
    pending: mutation.isPending,
    problem: mutation.error ? toProblem(mutation.error) : null,
    reset: mutation.reset,
    async save(baseVersion: number): Promise<void> {
      if (!shownErrors.attempt()) return
      try {
        const next = takeFilter(variant, await mutation.mutateAsync(baseVersion))
        onSaved({ ...next, filter: next.filter as F })
        void queryClient.invalidateQueries({ queryKey: botQuery.queryKey })
        announce(t('filter.saved_say'))
      } catch (thrown) {
        const problem = toProblem(thrown)
        if (problem.code === 'filters.stale') await queryClient.refetchQueries(filterQuery(variant))
        const there = problem.params.fields ?? []
        shownErrors.showThere(there.map((error) => ({ ...error, field: kind.fieldOf(error, filter) })))
      }
    },
  }
}

/** The errors of the last attempt to save and the server's own, as texts. */
function useShownErrors(refusals: readonly Refusal[]) {
  const { t, say } = useWords()
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set())
  const [there, setThere] = useState<Errors>({})
  const errors = useMemo(
    () => ({
      ...inWords(
        say,
        refusals.filter(({ field }) => tried.has(field)),
      ),
      ...there,
    }),
    [say, refusals, tried, there],
  )
  const pointOut = (count: number) => {
    if (count === 0) return
    announce(t('form.fix', { count }))
    focusFault(document)
  }
  return {
    errors,
    /** Shows all errors of the input and forgets the server's; whether the input can be sent. */
    attempt(): boolean {
      const refusedFields = new Set(refusals.map(({ field }) => field))
      setThere({})
      setTried(refusedFields)
      pointOut(refusedFields.size)
      return refusedFields.size === 0
    },
    /** Shows the server's errors. */
    showThere(list: readonly Refusal[]) {
      setThere(inWords(say, list))
      pointOut(list.length)
    },
    clear() {
      setTried(new Set())
      setThere({})
    },
  }
}

/** Error texts by field. */
function inWords(say: Words['say'], refusals: readonly Refusal[]): Errors {
  return Object.fromEntries(
    refusals.map(({ field, code, params }) => [field, say(refusalKey(code, isPaid()), params)]),
  )
}

/** All errors of the input, in the order of the fields; one per field, the form's own first. */
function findRefusals<F extends Filter, Fields extends object>(
  kind: FormKind<F, Fields>,
  fields: Fields,
  filter: F,
  limits: ValidationContext,
): Refusal[] {
  const inputRefusals: Refusal[] = kind.checkTyped(fields)
  const ruleRefusals = validateFilter(filter, limits).map((error) => ({
    field: kind.fieldOf(error, filter),
    code: error.code,
    params: error.params,
  }))
  const seenFields = new Set<string>()
  return [...inputRefusals, ...ruleRefusals].filter(
    ({ field }) => !seenFields.has(field) && seenFields.add(field),
  )
}
