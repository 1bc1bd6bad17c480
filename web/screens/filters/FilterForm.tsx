import { useSearch } from '@tanstack/react-router'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import type { Station } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Dock } from '../../ui/Dock.tsx'
import { ArrivalSection, LimitsSection, PaySection, SpeedSection, SwitchesSection } from './Sections.tsx'
import { StationsSection } from './StationsSection.tsx'
import { WeekSection } from './WeekSection.tsx'
import { useFilterForm } from './use-filter-form.ts'
import type { FilterFormState, SavedFilter } from './use-filter-form.ts'

/** One page with everything the basic edition has; the why sheet leads to its sections. */
export function FilterForm({
  driverId,
  saved,
  stations,
}: {
  driverId: string
  saved: SavedFilter
  stations: readonly Station[]
}) {
  const { t } = useWords()
  const id = useId()
  const state = useFilterForm(driverId, saved)
  const { form, values, base } = state
  useSection()
  return (
    <form
      id={id}
      noValidate
      className="mx-auto w-full max-w-[72rem] px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:px-6"
      onSubmit={(event) => {
        event.preventDefault()
        void state.save()
      }}
    >
      <Notices state={state} latest={saved.version} />
      <div className="grid gap-8 lg:grid-cols-2 lg:gap-10">
        <div className="grid content-start gap-8">
          <StationsSection form={form} stations={stations} />
          <PaySection form={form} values={values} />
          <ArrivalSection form={form} />
          <LimitsSection form={form} />
        </div>
        <div className="grid content-start gap-8">
          <WeekSection form={form} values={values} timeZone={base.filter.timeZone} />
          <SpeedSection form={form} />
          <SwitchesSection form={form} />
        </div>
      </div>
      <Dock>
        <div className="grid items-center gap-x-6 gap-y-1.5 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <SaveLine state={state} />
          <button
            type="submit"
            form={id}
            className="act !min-h-14"
            data-quiet={!state.dirty && !state.proposed}
            aria-disabled={state.saving}
          >
            {state.saving ? (
              t('filter.saving')
            ) : !state.dirty && !state.proposed ? (
              <>
                <IconCheck size={22} aria-hidden className="text-green" />
                {t('filter.saved')}
              </>
            ) : (
              t('filter.save')
            )}
          </button>
        </div>
      </Dock>
    </form>
  )
}

/** Brings the section named in the address (`?section=pay`) into view, and the focus to its title. */
function useSection() {
  const { section } = useSearch({ strict: false }) as { section?: string }
  useEffect(() => {
    if (!section) return
    // After the frame has moved the focus to the page title.
    const frame = requestAnimationFrame(() => {
      const title = document.getElementById(`filter-${section}`)
      title?.scrollIntoView({ block: 'start' })
      title?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [section])
}

function Notices({ state, latest }: { state: FilterFormState; latest: number }) {
  const { t } = useWords()
  const otherEdition = state.base.filter.edition !== 'basic' && !state.proposed
  const { stale } = state
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (stale) box.current?.scrollIntoView({ block: 'start' })
  }, [stale])
  if (!stale && !state.restored && !otherEdition) return null
  return (
    <div ref={box} className="mb-5 grid scroll-mt-18 gap-2">
      {state.stale && (
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
      {state.restored && !state.stale && (
        <Notice
          kind="plain"
          actions={
            <button type="button" className="btn" onClick={state.takeSaved}>
              {t('filter.discard')}
            </button>
          }
        >
          {t('filter.restored')}
        </Notice>
      )}
      {otherEdition && <Notice kind="plain">{t('filter.other_edition')}</Notice>}
    </div>
  )
}

/** The one line over the button: what is wrong, or where things stand. Only trouble shows on a phone. */
function SaveLine({ state }: { state: FilterFormState }) {
  const { t, say, date } = useWords()
  const count = countErrors(state.form.formState.errors)
  const { problem, base } = state
  if (count > 0) {
    return <p className="font-bold leading-tight text-red">{t('filter.fix', { count })}</p>
  }
  if (problem && problem.code !== 'filters.stale') {
    return (
      <p role="alert" className="font-bold leading-tight text-red">
        {say(`error.${problem.code}`, problem.params)} {t('filter.not_sent')}
      </p>
    )
  }
  return (
    <p className="hidden text-muted lg:block">
      {state.dirty
        ? t('filter.unsaved')
        : state.proposed || base.savedAt === null
          ? t('filter.never_saved')
          : t('filter.saved_at', { version: base.version, when: date(base.savedAt) })}
    </p>
  )
}

function countErrors(errors: FilterFormState['form']['formState']['errors']): number {
  return Object.entries(errors).reduce(
    (sum, [name, error]) =>
      sum + (name === 'days' && Array.isArray(error) ? error.filter(Boolean).length : error ? 1 : 0),
    0,
  )
}
