import { useEffect, useId, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { fitPlan } from '@madruga/core/filters.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { announce } from '../../announce.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SaveButton, SaveLine } from '../../ui/SaveButton.tsx'
import { useDesktop } from '../../ui/media.ts'
import { onDemand } from '../../ui/on-demand.ts'
import { submit } from '../../ui/submit.ts'
import type { Section } from '../offers/rules.ts'
import { GoneWords } from '../platforms/GoneWords.tsx'
import type { Gone } from '../platforms/GoneWords.tsx'
import { WhatIfBar, LateWhatIfAnswer } from './bottom-bar/WhatIfDock.tsx'
import { useWhatIf } from './bottom-bar/use-what-if.ts'
import type { FilterFormState } from './use-filter-form.ts'

/** Loaded separately from the editor: the filter check is as large as the editor itself. */
const Findings = onDemand(() => import('./bottom-bar/Findings.tsx').then((module) => module.Findings))

const NextStep = onDemand(() => import('../setup/load.ts').then((load) => load.loadNextStep()))

/** Where a finding concerns one setting of one station. */
export type Spot = { stationId: string | null; settingIndex: number | null }

/**
 * The frame of every editor's sections: notices above, what if next to them or in the bottom bar, with errors
 * and saving.
 */
export function EditorFrame({
  state,
  notices,
  onJump,
  onSave = () => void state.save(),
  children,
}: {
  state: FilterFormState
  /** The editor's own notices. */
  notices?: ReactNode
  onJump: (section: Section, at?: Spot) => void
  onSave?: () => void
  children: ReactNode
}) {
  const words = useWords()
  const { saved, stations } = state
  const id = useId()
  const desktop = useDesktop()
  const isSaved = !state.dirty && !state.proposed && !state.waits
  return (
    <form
      id={id}
      noValidate
      className="mx-auto w-full max-w-[72rem] px-3 pb-3 pt-1 min-[22.5rem]:px-4 lg:px-6"
      // A sheet's own buttons and fields also belong to this form, by React's tree.
      onSubmit={submit(() => state.saving || onSave())}
    >
      <Notices state={state} latest={saved.version}>
        <GoneNotice gone={saved.gone} chosen={state.chosen} onTakeOut={state.takeOut} />
        <DroppedNotice state={state} />
        {notices}
      </Notices>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
        {children}
        {desktop && <WhatIfPanel variant={state.variant} filter={state.filter} onJump={onJump} />}
      </div>
      <BottomBar>
        <div className="grid items-center gap-x-6 gap-y-1.5 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid min-w-0 gap-1.5">
            <Findings filter={state.filter} stations={stations} onJump={onJump} />
            {!desktop && <WhatIfBar variant={state.variant} filter={state.filter} onJump={onJump} />}
            <SaveLine
              faults={Object.keys(state.errors).length}
              problem={state.problem?.code === 'filters.stale' ? null : state.problem}
              state={stateText(words, state)}
            />
          </div>
          <div className="grid gap-1.5">
            {isSaved && <NextStep to="start" />}
            <SaveButton of="filter" form={id} saving={state.saving} quiet={isSaved} />
          </div>
        </div>
      </BottomBar>
    </form>
  )
}

/** Where and how much, when beside them if there is room, and all further rules below. */
export function EditorColumns({
  aside,
  end,
  children,
}: {
  aside: ReactNode
  end: ReactNode
  children: ReactNode
}) {
  return (
    <div className="grid gap-3 lg:gap-8">
      <div className="grid gap-3 xl:grid-cols-2 xl:gap-x-8">
        <div className="grid content-start gap-3 lg:gap-6">{children}</div>
        <div className="grid content-start gap-3 lg:gap-6">{aside}</div>
      </div>
      {end}
    </div>
  )
}

function Notices({
  state,
  latest,
  children,
}: {
  state: FilterFormState
  latest: number
  children: ReactNode
}) {
  const { t } = useWords()
  const { stale } = state
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (stale) box.current?.scrollIntoView({ block: 'start' })
  }, [stale])
  return (
    <div ref={box} className="mb-5 grid scroll-mt-18 gap-2 empty:hidden">
      {stale && (
        <Notice
          kind="bad"
          actions={
            <>
              <button type="button" className="btn" data-strong="true" onClick={() => void state.keepMine()}>
                {t('filter.keep_mine')}
              </button>
              <button type="button" className="btn" onClick={state.takeSaved}>
                {t('filter.take_saved')}
              </button>
            </>
          }
        >
          {t('error.filters.stale')} {t('filter.stale_text', { version: latest })}
        </Notice>
      )}
      {state.restored && !stale && (
        <Notice
          kind="plain"
          actions={
            <button type="button" className="btn" onClick={state.takeSaved}>
              {t('filter.discard')}
            </button>
          }
        >
          {t('form.restored')}
        </Notice>
      )}
      {state.errors['form'] && <Notice kind="bad">{state.errors['form']}</Notice>}
      {children}
    </div>
  )
}

/** What the saved filter has and the driver's plan has not. */
function DroppedNotice({ state: { base, proposed } }: { state: FilterFormState }) {
  const { t } = useWords()
  const droppedParts = useMemo(
    () => (proposed ? [] : fitPlan(base.filter, base.filter.plan).dropped),
    [base, proposed],
  )
  if (droppedParts.length === 0) return null
  return (
    <Notice kind="plain">
      {t('editor.other_plan', { parts: droppedParts.map((part) => t(`dearer.${part}`)).join(', ') })}
    </Notice>
  )
}

/** Whether the input is saved, and since when. */
function stateText({ t, date }: Words, { base, dirty, proposed, waits }: FilterFormState): string {
  if (dirty || waits) return t('form.unsaved')
  if (proposed || base.savedAt === null) return t('filter.never_saved')
  return t('filter.saved_at', { version: base.version, when: date(base.savedAt) })
}

/** Above an editor: parts of the filter that the delivery app no longer lists, and one tap to remove them. */
function GoneNotice({
  gone,
  chosen,
  onTakeOut,
}: {
  gone: Gone
  /** Ids selected in the editor. */
  chosen: readonly string[]
  onTakeOut: (ids: ReadonlySet<string>) => void
}) {
  const { t } = useWords()
  const places = gone.filter(({ id }) => chosen.includes(id))
  if (places.length === 0) return null
  return (
    <Notice
      kind="plain"
      actions={
        <button
          type="button"
          className="btn !bg-surface"
          onClick={() => {
            announce(t('sync.taken_out'))
            onTakeOut(new Set(places.map(({ id }) => id)))
          }}
        >
          {t('sync.take_out')}
        </button>
      }
    >
      <GoneWords gone={places} />
    </Notice>
  )
}

/** What if, next to the filter where there is room; `filter` is null while the input is invalid. */
function WhatIfPanel({
  variant,
  filter,
  onJump,
}: {
  variant: Variant
  filter: Filter | null
  /** Leads to a section of the editor. */
  onJump: (section: Section) => void
}) {
  const { t } = useWords()
  const { answer, late, failure, retry, offers, setOffers } = useWhatIf(variant, filter)
  return (
    <section
      aria-labelledby="what-if"
      className="card sticky top-[3.75rem] grid max-h-[calc(100dvh-12rem)] gap-3 overflow-y-auto p-5 [scrollbar-width:thin]"
    >
      <h2 id="what-if" className="text-xl font-extrabold tracking-[-0.01em]">
        {t('dock.title')}
      </h2>
      {filter === null && <p className="text-muted">{t('dock.invalid')}</p>}
      {failure !== null ? (
        <button type="button" className="btn" onClick={retry}>
          {failure}
        </button>
      ) : answer === undefined ? (
        filter !== null && <p aria-busy="true">{t('dock.loading')}</p>
      ) : (
        <LateWhatIfAnswer {...{ variant, answer, late, offers, onJump }} onOffers={setOffers} />
      )}
    </section>
  )
}
