import { IconChevronUp } from '../../../icons/drawings.ts'
import { IconAlertTriangle, IconChevronRight, IconInfoCircle } from '../../../icons/first.ts'
import { useMemo, useState } from 'react'
import { reviewFilter } from '@madruga/core/filters.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { Station } from '@madruga/core/offers.ts'
import { useWords } from '../../../i18n.ts'
import { LateSheet, warmSheet } from '../../../ui/LateSheet.tsx'
import type { Section } from '../../offers/rules.ts'
import { useHouseRules } from '../../platforms/queries.ts'
import { describeFindings } from './finding-words.ts'
import type { FindingLine } from './finding-words.ts'

/** The findings of the filter check, as an expandable line of the bottom bar; hidden if there are none. */
export function Findings({
  filter,
  stations,
  onJump,
}: {
  /** null while the input is invalid: its fields then show the errors. */
  filter: Filter | null
  stations: readonly Station[]
  /** One tap leads to the section; `at` names the station and its setting if the finding is about one. */
  onJump: (section: Section, at: { stationId: string | null; settingIndex: number | null }) => void
}) {
  const words = useWords()
  const { t } = words
  const [open, setOpen] = useState(false)
  const house = useHouseRules()
  const lines = useMemo(
    () => (filter === null ? [] : describeFindings(words, reviewFilter(filter, stations, house), stations)),
    [words, filter, stations, house],
  )
  const never = lines.filter((line) => line.severity === 'never').length
  if (lines.length === 0) return null
  const Icon = never > 0 ? IconAlertTriangle : IconInfoCircle
  return (
    <>
      <button
        type="button"
        className={`flex min-h-12 w-full min-w-0 items-center gap-2.5 rounded-[0.875rem] px-3.5 py-1.5 text-left leading-tight ${never > 0 ? 'bg-red-bg' : 'bg-surface-2'}`}
        aria-haspopup="dialog"
        onPointerEnter={warmSheet}
        onClick={() => setOpen(true)}
      >
        <Icon size={22} aria-hidden className={`shrink-0 ${never > 0 ? 'text-red' : 'text-amber-text'}`} />
        <span className="line-clamp-2 min-w-0 flex-1 font-bold">
          {lines.length === 1
            ? lines[0]!.text
            : never > 0
              ? t('finding.never', { count: never })
              : t('finding.doubtful', { count: lines.length })}
        </span>
        <IconChevronUp size={20} aria-hidden className="-mr-1 shrink-0 text-muted" />
      </button>
      <LateSheet open={open} onOpenChange={setOpen} title={t('finding.title')}>
        <ul className="grid gap-2">
          {lines.map((line) => (
            <Row
              key={line.key}
              line={line}
              onJump={() => {
                setOpen(false)
                onJump(line.section, line)
              }}
            />
          ))}
        </ul>
      </LateSheet>
    </>
  )
}

function Row({ line, onJump }: { line: FindingLine; onJump: () => void }) {
  const { t } = useWords()
  const never = line.severity === 'never'
  return (
    <li>
      <button
        type="button"
        className={`flex w-full items-center gap-3 rounded-2xl px-4 py-3 text-left hover:shadow-[inset_0_0_0_2px_var(--line)] ${never ? 'bg-red-bg' : 'bg-surface-2'}`}
        onClick={onJump}
      >
        <span className="min-w-0 flex-1">
          <span className={`block text-sm font-bold ${never ? 'text-red' : 'text-amber-text'}`}>
            {t(never ? 'finding.is_never' : 'finding.is_doubtful')}
            {line.where !== '' && `, ${line.where}`}
          </span>
          <span className="mt-0.5 block font-bold leading-snug">{line.text}</span>
        </span>
        <IconChevronRight size={20} aria-hidden className="-mr-1 shrink-0 text-muted" />
      </button>
    </li>
  )
}
