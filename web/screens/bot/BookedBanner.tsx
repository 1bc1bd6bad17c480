import type { Offer } from '@madruga/core/offers.ts'
import { useEffect } from 'react'
import { useWords } from '../../i18n.ts'
import { useStations } from '../../stations.ts'
import { sayLength } from '../../pay.ts'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { isStoreName } from '../../ui/StationPlate.tsx'
import { dismissBooked, useBooked } from './booked.ts'
import type { Booking } from './booked.ts'

/** Wins before the newest one that have a line of the banner each. */
const EARLIER = 2
/** How long the banner stays if no one dismisses it. */
const HANGS_MS = 8_000

/** A driver who dismisses the banner knows of the block: it is not announced again. */
async function knowBlock(offer: Offer): Promise<void> {
  const news = await import('../notify/know-block.ts')
  await news.knowBlock(offer)
}

/**
 * The highway sign of a block just won, below title and bell; wins in a row share it. It is announced to
 * screen readers separately.
 */
export function BookedBanner() {
  const words = useWords()
  const bookings = useBooked()
  const booking = bookings.at(-1)
  const seq = booking?.seq
  const stations = useStations({ enabled: booking !== undefined })
  useEffect(() => {
    if (seq === undefined) return
    const timer = setTimeout(() => dismissBooked(seq), HANGS_MS)
    return () => clearTimeout(timer)
  }, [seq])
  if (booking === undefined) return null
  const { offer, stationCode, timeZone } = booking.data
  const station = stations.data?.find((each) => each.id === offer.stationId)
  return (
    <div className="pointer-events-none fixed inset-x-0 top-[calc(env(safe-area-inset-top)+3.75rem)] z-50 flex justify-center px-3">
      <section
        key={booking.seq}
        aria-label={words.t('booked.title')}
        data-won
        className="sign pointer-events-auto grid w-full max-w-[30rem] grid-cols-[minmax(0,1fr)] gap-3 p-6"
      >
        <div>
          <p className="font-semibold">{words.t('booked.title')}</p>
          <div className="flex flex-wrap items-start justify-between gap-x-4 text-[min(2.5rem,12vw)] font-extrabold leading-none">
            <p
              className={`min-w-0 tracking-[-0.01em] ${isStoreName(stationCode) ? 'text-2xl leading-tight' : ''}`}
            >
              {stationCode}
            </p>
            <p className="tnum shrink-0 text-right">
              <PayAmount pay={offer} />
            </p>
          </div>
          {!isStoreName(stationCode) && <p className="mt-1 truncate text-lg">{station?.name ?? '\u00a0'}</p>}
        </div>
        <p className="text-xl font-bold">
          {words.dayTime(offer.startAt)}
          {words.there(offer.startAt, timeZone ?? station?.timeZone)}, {sayLength(words, offer)}
        </p>
        <Earlier bookings={bookings.slice(-1 - EARLIER, -1)} />
        <div className="flex flex-wrap items-center gap-x-6">
          {bookings.length > 1 + EARLIER && (
            <p className="font-semibold">
              {words.t('booked.more', { count: bookings.length - 1 - EARLIER })}
            </p>
          )}
          <button
            type="button"
            className="ml-auto min-h-12 min-w-16 shrink-0 rounded-xl bg-white px-5 font-extrabold text-[#0b5c46] focus-visible:outline-white"
            onClick={() => {
              dismissBooked(booking.seq)
              for (const { data } of bookings) void knowBlock(data.offer)
            }}
          >
            {words.t('shell.ok')}
          </button>
        </div>
      </section>
    </div>
  )
}

/** The wins before the newest one, while their banner still hangs. */
function Earlier({ bookings }: { bookings: readonly Booking[] }) {
  const words = useWords()
  if (bookings.length === 0) return null
  return (
    <ul className="grid gap-1 font-semibold">
      {bookings.toReversed().map(({ seq, data: { offer, stationCode } }) => (
        <li key={seq} className="flex flex-wrap justify-between gap-x-4">
          <span>
            {stationCode}, {words.dayTime(offer.startAt)}
          </span>
          <span className="tnum">
            <PayAmount pay={offer} />
          </span>
        </li>
      ))}
    </ul>
  )
}
