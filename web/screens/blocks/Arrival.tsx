import { useQuery } from '@tanstack/react-query'
import { useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import { IconMapPinCheck } from '../../icons/drawings.ts'
import { IconCircleCheck } from '../../icons/first.ts'
import { isBilled } from '../../paid.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { FailedOr } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { OptionRow } from '../../ui/OptionRow.tsx'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StationPlate } from '../../ui/StationPlate.tsx'
import { useDayWords } from './day-words.ts'
import { arrivalsQuery } from './queries.ts'
import type { Arrivals } from './queries.ts'
import { useArrival } from './use-arrival.ts'
import type { ArrivalTrouble } from './use-arrival.ts'

/** Check-in: the open blocks, one to choose, and the driver's location. */
export function Arrival() {
  const { t } = useWords()
  const arrivals = useQuery(arrivalsQuery)
  if (arrivals.data === undefined) {
    return (
      <FailedOr query={arrivals}>
        <Waiting />
      </FailedOr>
    )
  }
  if (!arrivals.data.canCheckIn) {
    return (
      <div className="reading px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:px-6">
        <Nothing title="arrival.not_offered">{t('arrival.not_offered_text')}</Nothing>
      </div>
    )
  }
  return <Choose arrivals={arrivals.data} />
}

function Choose({ arrivals }: { arrivals: Arrivals }) {
  const { t } = useWords()
  const now = useServerTime(1_000)
  const arrival = useArrival()
  const { blocks, timeZone } = arrivals
  const here = blocks.filter((block) => now >= block.opensAt && now < block.closesAt)
  const open = here.filter((block) => block.state === 'held')
  const later = blocks.filter((block) => now < block.opensAt)
  return (
    <div className="reading grid content-start gap-4 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:px-6">
      {!arrivals.accountActive && <Notice kind="bad">{t('error.blocks.account_inactive')}</Notice>}
      {here
        .filter((block) => block.state === 'checked_in')
        .map((block) => (
          <ArrivalBanner key={block.id} block={block} timeZone={timeZone} />
        ))}
      {open.length > 0 && (
        <ArrivalChoice
          blocks={open}
          chosen={arrival.chosen}
          timeZone={timeZone}
          now={now}
          onChoose={arrival.choose}
        />
      )}
      {open.length > 0 && arrivals.accountActive && isBilled() && <Fee fee={arrivals.fee} />}
      {here.length === 0 && (
        <Nothing title="arrival.none">
          {t('arrival.none_text', { minutes: arrivals.opensMs / 60_000 })}
        </Nothing>
      )}
      {later.length > 0 && (
        <section aria-labelledby="later">
          <h2 id="later" className="px-1 pb-2 text-sm font-bold text-muted">
            {t('arrival.later')}
          </h2>
          <ul className="grid gap-2">
            {later.map((block) => (
              <LaterBlock key={block.id} block={block} timeZone={timeZone} now={now} />
            ))}
          </ul>
        </section>
      )}
      {open.length > 0 && arrivals.accountActive && <MarkBar arrival={arrival} open={open} />}
    </div>
  )
}

function MarkBar({
  arrival,
  open,
}: {
  arrival: ReturnType<typeof useArrival>
  open: Parameters<ReturnType<typeof useArrival>['mark']>[0]
}) {
  const { t } = useWords()
  return (
    <BottomBar>
      {arrival.trouble !== null && <Trouble trouble={arrival.trouble} onClose={arrival.forget} />}
      <button
        type="button"
        className="act"
        aria-disabled={arrival.stage !== null}
        onClick={() => void arrival.mark(open)}
      >
        <IconMapPinCheck size={26} aria-hidden />
        {t(arrival.stage === null ? 'arrival.here' : `arrival.${arrival.stage}`)}
      </button>
    </BottomBar>
  )
}

/** Why it failed, and what to do; the button below retries. */
function Trouble({ trouble, onClose }: { trouble: ArrivalTrouble; onClose: () => void }) {
  const { t, say, number } = useWords()
  if (trouble.what === 'place') {
    return (
      <Notice kind="bad" onClose={onClose}>
        {t(`arrival.place_${trouble.why}`)}
      </Notice>
    )
  }
  const { code, params } = trouble.problem
  const distanceM = Number(params.distanceM ?? Number.NaN)
  const away = distanceM / METRES_A_MILE
  return (
    <Notice
      kind="bad"
      onClose={onClose}
      actions={
        code === 'platforms.human_needed' ? (
          <ScreenLink screen="captcha">{t('act.captcha')}</ScreenLink>
        ) : code === 'platforms.no_account' || code === 'platforms.sign_in_refused' ? (
          <ScreenLink screen="sync">{t('arrival.to_sync')}</ScreenLink>
        ) : undefined
      }
    >
      {code === 'blocks.outside_geofence' && !Number.isNaN(away)
        ? t('arrival.away', { miles: number(Math.max(0.1, away)) })
        : code.startsWith('blocks.')
          ? say(`error.${code}`, params)
          : `${t('arrival.failed')} ${say(`error.${code}`, params)}`}
    </Notice>
  )
}

const METRES_A_MILE = 1_609.344

function Fee({ fee }: { fee: Arrivals['fee'] }) {
  const { t, money } = useWords()
  return (
    <p className="px-1 text-muted">
      {fee.applies
        ? t('arrival.fee', { money: money(fee.cents) })
        : t('arrival.free', { count: fee.awardsThisWeek })}
    </p>
  )
}

function Nothing({ title, children }: { title: 'arrival.none' | 'arrival.not_offered'; children: string }) {
  const { t } = useWords()
  return (
    <section className="card grid justify-items-center gap-1 px-6 py-10 text-center">
      <IconMapPinCheck size={36} aria-hidden className="mb-2 text-muted" />
      <p className="text-lg font-extrabold">{t(title)}</p>
      <p className="mx-auto max-w-[36ch] text-muted">{children}</p>
      <ScreenLink screen="calendar" className="btn mt-3">
        {t('arrival.to_calendar')}
      </ScreenLink>
    </section>
  )
}

function Waiting() {
  const { t } = useWords()
  return (
    <div className="reading grid gap-4 px-3 pt-1 min-[22.5rem]:px-4 lg:px-6" aria-busy="true">
      <span className="sr-only">{t('shell.loading')}</span>
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  )
}

/** A block at which the driver is checked in, as a banner. */
function ArrivalBanner({ block, timeZone }: { block: Arrivals['blocks'][number]; timeZone: string }) {
  const { t, time } = useWords()
  const { range } = useDayWords(timeZone)
  return (
    <section
      aria-label={t('arrival.done', { station: block.stationCode })}
      className="rounded-[1.25rem] bg-sign px-5 py-4 text-on-sign shadow-[inset_0_0_0_3px_var(--sign),inset_0_0_0_4.5px_rgb(255_255_255/.85)]"
    >
      <p className="flex items-center gap-2 font-semibold">
        <IconCircleCheck size={20} aria-hidden />
        {block.checkedInAt === null
          ? t('blocks.state.checked_in')
          : t('arrival.done_at', { time: time(block.checkedInAt, timeZone) })}
      </p>
      <p className="mt-1 text-2xl font-extrabold leading-tight">{block.stationCode}</p>
      <p className="font-bold">{range(block)}</p>
    </section>
  )
}

/** The blocks that are open for check-in; none is preselected. */
function ArrivalChoice({
  blocks,
  chosen,
  timeZone,
  now,
  onChoose,
}: {
  blocks: Arrivals['blocks']
  chosen: string | null
  timeZone: string
  now: number
  onChoose: (id: string) => void
}) {
  const words = useWords()
  const { t } = words
  const { range } = useDayWords(timeZone)
  return (
    <fieldset className="grid gap-2">
      <legend className="px-1 pb-2 text-lg font-extrabold">{t('arrival.choose')}</legend>
      {blocks.map((block) => (
        <OptionRow
          key={block.id}
          name="arrival"
          checked={block.id === chosen}
          onChoose={() => onChoose(block.id)}
        >
          <span className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
            <span className="min-w-0">
              <span className="block text-lg font-extrabold leading-tight">
                {[block.stationCode, block.stationName === block.stationCode ? '' : block.stationName]
                  .filter(Boolean)
                  .join(', ')}
              </span>
              <span className="block leading-snug text-muted">{range(block)}</span>
              <span className="block font-semibold leading-snug text-amber-text">
                {block.startAt > now
                  ? t('arrival.starts_in', { time: words.span(block.startAt - now) })
                  : t('arrival.started')}
              </span>
              {(block.address !== '' || block.city !== '') && (
                <span className="block text-sm leading-snug text-muted">
                  {[block.address, block.city].filter(Boolean).join(', ')}
                </span>
              )}
            </span>
            <span className="tnum text-right text-lg font-extrabold">
              <PayAmount pay={block} />
            </span>
          </span>
        </OptionRow>
      ))}
    </fieldset>
  )
}

/** A block whose check-in opens later, and when. */
function LaterBlock({
  block,
  timeZone,
  now,
}: {
  block: Arrivals['blocks'][number]
  timeZone: string
  now: number
}) {
  const words = useWords()
  const { t } = words
  const { range } = useDayWords(timeZone)
  return (
    <li className="card flex items-center gap-3 px-4 py-3">
      <StationPlate of={block.stationCode} look="shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold leading-tight">{range(block)}</span>
        <span className="block text-sm leading-snug text-muted">
          {t('arrival.opens', {
            time: words.dayTime(block.opensAt, timeZone),
            span: words.span(block.opensAt - now),
          })}
        </span>
      </span>
    </li>
  )
}
