import { describeVariant, WORK_WEEK_MINUTES } from '@madruga/core/variants.ts'
import { IconChevronRight } from '../../../icons/first.ts'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Variant } from '@madruga/core/offers.ts'
import { useWords } from '../../../i18n.ts'
import { sayOthers } from '../../../pay-others.ts'
import { payParts } from '../../../pay.ts'
import { replayedPay, sayMore } from '../../../replayed-pay.ts'
import { useStations } from '../../../stations.ts'
import { OtherPayLine } from '../../../ui/OtherPayLine.tsx'
import { PayAmount } from '../../../ui/PayAmount.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { sectionOf } from '../../offers/rules.ts'
import type { Section } from '../../offers/rules.ts'
import { COUNTS } from './use-what-if.ts'
import type { Count, WhatIf } from './use-what-if.ts'

type Jump = { onJump: (section: Section) => void }
type Answer = { answer: WhatIf; variant: Variant }

/** The full answer: what one driver could have held, all matches, the strictest rules, each station. */
export function WhatIfAnswer({
  variant,
  answer,
  late,
  offers,
  onOffers,
  onJump,
}: Answer & Jump & { late: boolean; offers: Count; onOffers: (offers: Count) => void }) {
  const { t, number } = useWords()
  return (
    <div className="grid gap-5">
      <Segmented
        label={t('dock.how_many')}
        name="what-if-offers"
        value={String(offers)}
        choices={COUNTS.map((count) => ({
          value: String(count),
          label: t('dock.last', { offers: number(count) }),
          face: <span className="tnum">{number(count)}</span>,
        }))}
        onChange={(value) => onOffers(COUNTS.find((count) => String(count) === value) ?? COUNTS[0])}
      />
      {answer.considered === 0 ? (
        <p className="leading-snug text-muted">{t('dock.no_history_text')}</p>
      ) : (
        <div className="grid gap-5" aria-busy={late}>
          <Total answer={answer} asked={offers} late={late} />
          <Blockers answer={answer} variant={variant} onJump={onJump} />
          <Places answer={answer} variant={variant} />
        </div>
      )}
    </div>
  )
}

function Total({ answer, asked, late }: { answer: WhatIf; asked: Count; late: boolean }) {
  const { t, number, date, hours } = useWords()
  const { considered, from, fit, held, currency } = answer
  const offers = number(considered)
  return (
    <div>
      <p
        className={`tnum text-[2.5rem] font-extrabold leading-none tracking-[-0.02em] ${late ? 'text-muted' : 'text-green'}`}
      >
        <PayAmount sum pay={replayedPay(held, currency)} />
      </p>
      <p className="tnum mt-1 text-lg font-bold leading-tight">
        {fit.count === 0 ? t('dock.none', { offers }) : t('dock.hold', { count: held.count, offers })}
        {held.count > 0 && `, ${hours(held.minutes * 60_000)}`}
      </p>
      <OtherPayLine of={held} />
      {fit.count > 0 && (
        <p className="leading-snug text-muted">
          {t('dock.held_text', { week: hours(WORK_WEEK_MINUTES * 60_000) })}
        </p>
      )}
      <p className="mt-1 text-sm leading-snug text-muted">
        {considered < asked && `${t('dock.fewer', { offers })} `}
        {from !== null && t('dock.since', { when: date(from) })}
      </p>
      {fit.count > 0 && (
        <div className="mt-3 rounded-2xl bg-surface-2 px-4 py-3">
          <p className="tnum font-bold leading-snug">{t('dock.fits', { count: fit.count, offers })}</p>
        </div>
      )}
    </div>
  )
}

/** Maximum rules shown: the rest would add little. */
const BLOCKERS_SHOWN = 5

function Blockers({ answer, variant, onJump }: Answer & Jump) {
  const words = useWords()
  const { t } = words
  const store = describeVariant(variant).filterShape !== 'settings'
  const blockers = answer.blockers.slice(0, BLOCKERS_SHOWN)
  return (
    <Part title={t('dock.blockers')} text={blockers.length > 0 ? '' : t('dock.blockers_none')}>
      <ul className="grid gap-2">
        {blockers.map((blocker) => {
          const { rule, count, minutes } = blocker
          const section = sectionOf(rule, store)
          const face = (
            <>
              <span className="min-w-0 flex-1">
                <span className="block font-bold leading-tight">{t(`rule.${rule}`)}</span>
                <span className="tnum block text-sm text-muted">
                  {t('dock.more', { count })}, {words.hours(minutes * 60_000)}
                </span>
                <span className="tnum block text-sm text-muted empty:hidden">
                  {sayOthers(words, blocker)}
                </span>
              </span>
              {hasOwn(blocker) && (
                <span className="tnum shrink-0 text-lg font-extrabold">
                  {sayMore(words, replayedPay(blocker, answer.currency))}
                </span>
              )}
            </>
          )
          const look = 'flex min-h-14 w-full items-center gap-3 rounded-2xl bg-surface-2 px-4 py-2 text-left'
          return (
            <li key={rule}>
              {section === null ? (
                <div className={look}>{face}</div>
              ) : (
                <button
                  type="button"
                  className={`${look} hover:shadow-[inset_0_0_0_2px_var(--line)]`}
                  onClick={() => onJump(section)}
                >
                  {face}
                  <IconChevronRight size={20} aria-hidden className="-mr-1 shrink-0 text-muted" />
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

function Places({ answer }: Answer) {
  const words = useWords()
  const { t, number } = words
  const stations = useStations()
  const places = answer.byStation
  const most = Math.max(1, ...places.map((place) => place.considered))
  if (places.length === 0) return null
  return (
    <Part title={t('dock.by_station')}>
      <ul className="grid gap-3">
        {places.map((place) => {
          const { stationId, considered, count } = place
          const station = stations.data?.find((each) => each.id === stationId)
          const name = station ? station.code : t('dock.gone')
          return (
            <li key={stationId}>
              <p className="flex items-baseline gap-3 leading-tight">
                <span className="min-w-0 flex-1 truncate font-bold">{name}</span>
                <span className="tnum shrink-0 text-sm text-muted">
                  {t('dock.of', { count: number(count), considered: number(considered) })}
                </span>
                <span className="tnum min-w-20 shrink-0 text-right font-extrabold">
                  {hasOwn(place) && payParts(words, replayedPay(place, answer.currency), true).amount}
                </span>
              </p>
              <OtherPayLine of={place} className="text-right" />
              <span aria-hidden className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-surface-2">
                <span
                  className="flex h-full rounded-full bg-line"
                  style={{ width: `${(considered / most) * 100}%` }}
                >
                  <span
                    className="rounded-full bg-green"
                    style={{ width: `${(count / Math.max(1, considered)) * 100}%` }}
                  />
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

/** Whether any of these offers is paid in the answer's currency, or there are none at all. */
function hasOwn({ count, others }: Pick<WhatIf['fit'], 'count' | 'others'>): boolean {
  return others.length === 0 || count > others.reduce((sum, other) => sum + other.count, 0)
}

function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-lg font-extrabold tracking-[-0.01em]">
        {title}
      </h3>
      {text && <p className="mt-0.5 text-sm leading-snug text-muted">{text}</p>}
      <div className="mt-2.5">{children}</div>
    </section>
  )
}
