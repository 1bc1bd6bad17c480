import { useEffect, useState, Suspense } from 'react'
import type { ReactNode } from 'react'
import type { Filter } from '@madruga/core/filters.ts'
import { useWords } from '../../i18n.ts'
import { useDesktop } from '../../ui/media.ts'
import { onDemand } from '../../ui/on-demand.ts'
import type { Section as SectionName } from '../offers/rules.ts'
import { FoldButton } from './Rows.tsx'
import type { CommonFields } from './fields.ts'
import type { useFilterForm } from './use-filter-form.ts'
import type { useJump } from './use-jump.ts'

const FileSection = onDemand(() => import('./FileSection.tsx').then((module) => module.FileSection))

/** A rule of an editor beyond where, how much and when. */
export type MoreRule = {
  name: SectionName
  title: string
  /** Its settings in a line. */
  state: string
  /** Whether it changes what the bot takes or does: such a rule is in sight at all times. */
  inUse: boolean
  /** Whether one of its fields is refused, which opens it. */
  refused: boolean
  body: ReactNode
}

/** The end of every editor: a row for each rule in use, all others one tap away, and the filter as a file. */
export function MoreRules<F extends Filter, Fields extends CommonFields>({
  state,
  rules,
  unfolded,
  onFold,
}: { state: ReturnType<typeof useFilterForm<F, Fields>>; rules: readonly MoreRule[] } & Pick<
  ReturnType<typeof useJump>,
  'unfolded' | 'onFold'
>) {
  const { t } = useWords()
  const desktop = useDesktop()
  const [isOpen, setOpen] = useState(false)
  const all = isOpen || desktop
  const { variant, stations, proposed, base } = state
  const { plan, timeZone } = base.filter
  // A rule opened by its error stays open after the fix.
  useEffect(() => {
    for (const { name, refused } of rules) if (refused && !unfolded.has(name)) onFold(name, true)
  })
  return (
    <>
      <section aria-labelledby="filter-beyond">
        <h2 id="filter-beyond" className="text-xl font-extrabold tracking-[-0.01em]">
          {desktop ? (
            t('beyond.title')
          ) : (
            <FoldButton look="" open={isOpen} onToggle={() => setOpen(!isOpen)}>
              {t('beyond.title')}
              <span className="ml-auto text-sm font-bold text-muted">
                {t('beyond.in_use', { count: rules.filter((rule) => rule.inUse).length })}
              </span>
            </FoldButton>
          )}
        </h2>
        <div className="mt-1 grid items-start divide-y divide-line overflow-hidden rounded-2xl bg-surface lg:gap-2 lg:divide-y-0 lg:overflow-visible lg:bg-transparent xl:grid-cols-2 xl:gap-x-8 lg:[&>*]:rounded-2xl">
          {rules
            .filter((rule) => all || rule.inUse || rule.refused || unfolded.has(rule.name))
            .map(({ name, title, state: summary, refused, body }) => (
              <FoldedSection
                key={name}
                name={name}
                title={title}
                state={summary}
                open={refused || unfolded.has(name)}
                onOpen={(open) => onFold(name, open)}
              >
                {body}
              </FoldedSection>
            ))}
        </div>
      </section>
      {all && (
        <FileSection
          edited={state.filter}
          saved={proposed ? null : base.filter}
          dirty={state.dirty}
          own={{ variant, plan, timeZone, stations }}
          onTake={(filter) => filter.variant === variant && state.replace(filter as F)}
        />
      )}
    </>
  )
}

/** A part of the filter that most drivers leave unchanged: its title and state in one row, expandable. */
function FoldedSection({
  name,
  title,
  state,
  open,
  onOpen,
  children,
}: {
  name: SectionName
  title: string
  /** A short summary of the settings. */
  state: string
  open: boolean
  onOpen: (open: boolean) => void
  children: ReactNode
}) {
  const id = `filter-${name}`
  return (
    <section aria-labelledby={id} className="bg-surface">
      <h3 id={id} tabIndex={-1} className="scroll-mt-18 rounded-2xl">
        <FoldButton open={open} onToggle={() => onOpen(!open)}>
          <span className="min-w-0 flex-1">
            <span className="block font-bold leading-tight">{title}</span>
            <span className="block text-sm font-normal leading-snug text-muted">{state}</span>
          </span>
        </FoldButton>
      </h3>
      {open && (
        <Suspense fallback={null}>
          <div className="grid gap-3 px-4 pb-4">{children}</div>
        </Suspense>
      )}
    </section>
  )
}
