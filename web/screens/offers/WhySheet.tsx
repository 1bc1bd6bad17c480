import { IconCircleCheckFilled, IconCircleXFilled } from '../../icons/drawings.ts'
import { IconChevronRight } from '../../icons/first.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { offerMinutes } from '@madruga/core/offers.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { useStationZones, useStations } from '../../stations.ts'
import { sayLength } from '../../pay.ts'
import { PayLeft } from '../../ui/PayLeft.tsx'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { filterScreen } from '../shell/menu.ts'
import { outcomeNote, zoneOf } from './entry.ts'
import type { OfferEntry } from './entry.ts'
import { Mend } from './Mend.tsx'
import { offerCostsQuery } from './queries.ts'
import { describeRules, findBeyond, titleOf } from './rules.ts'
import type { RuleLine } from './rules.ts'
import { placeOf } from './verdict.ts'
import { StationPlate } from '../../ui/StationPlate.tsx'

/** Why an offer was accepted, missed or ignored: every rule, value against limit, the failed ones first. */
export function WhySheet({ entry, onClose }: { entry: OfferEntry | null; onClose: () => void }) {
  const words = useWords()
  // The last offer stays while the sheet slides out.
  const [lastEntry, setLocal] = useState(entry)
  if (entry && entry !== lastEntry) setLocal(entry)
  const current = entry ?? lastEntry
  return (
    <Sheet
      open={entry !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={current ? titleOf(words, current) : ''}
    >
      {current && <Why entry={current} onClose={onClose} />}
    </Sheet>
  )
}

function Why({ entry, onClose }: { entry: OfferEntry; onClose: () => void }) {
  const words = useWords()
  const { t } = words
  const { offer, stationCode, rules } = entry.data
  const stations = useStations()
  const station = stations.data?.find((each) => each.id === offer.stationId)
  const zones = useStationZones()
  const lines = describeRules(words, rules, placeOf(offer, stationCode))
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <StationPlate of={stationCode} won={entry.type === 'offer.accepted'} look="shrink-0 !text-base" />
        {/* Beside the chip if the time at the place, which no line divides, has room there. */}
        <p className="max-w-full flex-1 break-words leading-snug text-muted">
          {station && station.name !== stationCode && (
            <span className="block font-semibold text-text">{station.name}</span>
          )}
          {words.dayTime(offer.startAt)}
          {words.there(offer.startAt, zoneOf(entry.data, zones))}, {sayLength(words, offer)},{' '}
          {t(`kind.${offer.kind}`)}
        </p>
        <p className="tnum ml-auto text-right text-2xl font-extrabold leading-tight">
          <PayAmount pay={offer} />
        </p>
      </div>
      <OfferLeft offer={offer} />
      {(entry.type === 'offer.accepted' || entry.type === 'offer.missed') && <Outcome entry={entry} />}
      {entry.type === 'offer.ignored' && <Skipped entry={entry} />}
      {entry.type === 'offer.missed' && entry.data.cause === 'not_eligible' && <Refused entry={entry} />}
      {entry.type === 'offer.missed' && entry.data.precedence && (
        <p>{t(`why.turn.${entry.data.precedence.by}`)}</p>
      )}
      {lines.length === 0 ? (
        <p className="text-muted">{t('why.no_rules')}</p>
      ) : (
        <ul className="grid gap-2">
          {lines.map((line) => (
            <RuleRow key={line.rule} line={line} onClose={onClose} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** What would be left of the offer's pay; nothing until it is known. */
function OfferLeft({ offer }: { offer: OfferEntry['data']['offer'] }) {
  const { data: costs } = useQuery(offerCostsQuery(offer))
  return costs && <PayLeft pay={offer} minutes={offerMinutes(offer)} costs={costs} />
}

function Outcome({ entry }: { entry: Extract<OfferEntry, { type: 'offer.accepted' | 'offer.missed' }> }) {
  const words = useWords()
  const isWon = entry.type === 'offer.accepted'
  return (
    <p className={`rounded-2xl px-4 py-3 font-bold ${isWon ? 'bg-sign text-on-sign' : 'bg-red-bg text-red'}`}>
      {outcomeNote(words, entry)}
    </p>
  )
}

/** Why the driver was not asked, and whether a change of the filter would win such an offer. */
function Skipped({ entry }: { entry: Extract<OfferEntry, { type: 'offer.ignored' }> }) {
  const { t } = useWords()
  const { unasked, leftUntil, rules, offer } = entry.data
  const beyond = findBeyond(rules)
  if (leftUntil !== undefined) return <p>{t('why.left_until')}</p>
  return (
    <>
      {unasked && <p>{t(`why.unasked.${unasked}`)}</p>}
      {beyond === null ? <Mend key={offer.id} entry={entry} /> : <p>{t(beyond)}</p>}
    </>
  )
}

/** What a driver can do whose platform refused them an offer: have it allowed, or leave such offers. */
function Refused({ entry }: { entry: Extract<OfferEntry, { type: 'offer.missed' }> }) {
  const { t } = useWords()
  const { lacks = [], offer } = entry.data
  return (
    <>
      <p>{t(lacks.length > 0 ? 'why.ask_skills' : 'why.ask_allow')}</p>
      <Mend key={offer.id} entry={entry} lacks={lacks} />
    </>
  )
}

function RuleRow({ line, onClose }: { line: RuleLine; onClose: () => void }) {
  const { t } = useWords()
  const Icon = line.passed ? IconCircleCheckFilled : IconCircleXFilled
  const driver = recallDriver()
  const face = (
    <>
      <Icon
        size={24}
        className={`shrink-0 ${line.passed ? 'text-green' : 'text-red'}`}
        aria-label={t(line.passed ? 'why.fits' : 'why.fails')}
      />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold leading-tight">{line.label}</span>
        {line.limit !== '' && <span className="block text-sm text-muted">{line.limit}</span>}
      </span>
      <span className="tnum max-w-[45%] text-right font-bold leading-tight">{line.value}</span>
    </>
  )
  const look = `flex min-h-14 items-center gap-3 rounded-2xl px-4 py-2 ${line.passed ? 'bg-surface-2' : 'bg-red-bg [&_.text-muted]:text-text'}`
  if (line.section === null || driver === null) return <li className={look}>{face}</li>
  return (
    <li>
      <ScreenLink
        screen={filterScreen(driver)}
        search={{ section: line.section }}
        className={`${look} hover:shadow-[inset_0_0_0_2px_var(--line)]`}
        onClick={onClose}
      >
        {face}
        <span className="sr-only">{t('why.change', { setting: line.label })}</span>
        <IconChevronRight size={20} aria-hidden className="-mr-1 shrink-0 text-muted" />
      </ScreenLink>
    </li>
  )
}
