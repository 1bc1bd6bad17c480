import { counts } from '@madruga/core/blocks.ts'
import { IconCalendarPlus, IconMapPin } from '../../icons/drawings.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { offerMinutes } from '@madruga/core/offers.ts'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { useServerTime } from '../../clock.ts'
import { dayNames } from '@madruga/core/days.ts'
import { downloadAddress } from '../../downloads.ts'
import { useWords } from '../../i18n.ts'
import { LateSheet } from '../../ui/LateSheet.tsx'
import { sayPerHour } from '../../pay-left.ts'
import { sayLength, sayPay } from '../../pay.ts'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { PayLeft } from '../../ui/PayLeft.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SwitchRow } from '../../ui/SwitchRow.tsx'
import { ReleaseStep } from './ReleaseStep.tsx'
import { useDayWords } from './day-words.ts'
import { stateKey } from './pay.ts'
import { refreshBlocks } from './queries.ts'
import type { Block, BlockList } from './queries.ts'
import { StationPlate } from '../../ui/StationPlate.tsx'

/** The check-in shows blocks that start within a day. */
const SOON_MS = 86_400_000

/** Everything about one block, and the actions around it. */
export function BlockSheet({ block, list, onClose }: { block: Block; list: BlockList; onClose: () => void }) {
  const { t } = useWords()
  const [open, setOpen] = useState(true)
  const [releasing, setReleasing] = useState(false)
  const close = () => {
    setOpen(false)
    onClose()
  }
  return (
    <LateSheet
      open={open}
      onOpenChange={(next) => next || close()}
      title={releasing ? t('blocks.release_title', { station: block.stationCode }) : <Title block={block} />}
    >
      {releasing ? (
        <ReleaseStep block={block} list={list} onKeep={() => setReleasing(false)} onDone={close} />
      ) : (
        <Details block={block} list={list} onRelease={() => setReleasing(true)} />
      )}
    </LateSheet>
  )
}

function Title({ block }: { block: Block }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StationPlate
        of={block.stationCode}
        won={block.state !== 'forfeited'}
        look="inline-block px-3 text-base"
      />
      {block.stationName !== block.stationCode && <span className="text-lg">{block.stationName}</span>}
    </span>
  )
}

function Details({ block, list, onRelease }: { block: Block; list: BlockList; onRelease: () => void }) {
  const words = useWords()
  const { timeZone } = list
  const now = useServerTime(15_000)
  const dayWords = useDayWords(timeZone)
  const costs = list.costs[block.id]
  const where = [block.address, block.city].filter(Boolean).join(', ')
  const isAhead = block.state === 'held' && now < block.startAt
  return (
    <div className="grid gap-4 pt-1">
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <p className="text-lg font-bold leading-snug first-letter:uppercase">
          {dayWords.day(dayNames(timeZone)(block.startAt))}
          <span className="block text-base font-semibold text-muted">
            {dayWords.range(block)}, {sayLength(words, block)}
            {words.there(block.startAt, block.timeZone ?? undefined)}
          </span>
        </p>
        <p className="tnum text-right text-[2rem] font-extrabold leading-none text-green">
          <PayAmount pay={block} />
        </p>
      </div>
      <Facts block={block} timeZone={timeZone} />
      {costs && counts(block) && <PayLeft pay={block} minutes={offerMinutes(block)} costs={costs} />}
      {where !== '' && (
        <p className="flex items-start gap-2 font-semibold leading-snug">
          <IconMapPin size={20} aria-hidden className="mt-0.5 shrink-0 text-muted" />
          {where}
        </p>
      )}
      {isAhead && <Ahead block={block} list={list} now={now} />}
      <Actions block={block} now={now} {...(isAhead && list.canRelease && { onRelease })} />
    </div>
  )
}

/** What can still be decided about a block that has not begun. */
function Ahead({ block, list, now }: { block: Block; list: BlockList; now: number }) {
  const { t } = useWords()
  return (
    <>
      <Reminder block={block} list={list} now={now} />
      {!list.canRelease && <p className="text-muted">{t('release.none')}</p>}
    </>
  )
}

function Facts({ block, timeZone }: { block: Block; timeZone: string }) {
  const words = useWords()
  const { t } = words
  const perHour = sayPerHour(words, block)
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-y border-line py-4">
      <Fact name={t('blocks.pay')}>{sayPay(words, { ...block, tipCents: 0 })}</Fact>
      {!block.payBasis && (
        <Fact name={t('blocks.tip')}>
          {block.tipCents > 0 ? words.money(block.tipCents, block.currency) : t('blocks.none')}
        </Fact>
      )}
      {block.payBasis !== 'unknown' && perHour !== null && <Fact name={t('blocks.an_hour')}>{perHour}</Fact>}
      <Fact name={t('blocks.kind')}>{t(`kind.${block.kind}`)}</Fact>
      {block.miles !== null && <Fact name={t('blocks.miles')}>{words.number(block.miles)}</Fact>}
      {block.stops !== null && <Fact name={t('blocks.stops')}>{words.number(block.stops)}</Fact>}
      <Fact name={t('blocks.state')}>{t(stateKey(block))}</Fact>
      <Fact name={t('blocks.taken')}>{t(block.byBot ? 'blocks.by_bot' : 'blocks.by_hand')}</Fact>
      <Fact name={t('blocks.accepted')}>{words.date(block.acceptedAt, timeZone)}</Fact>
      {block.checkedInAt !== null && (
        <Fact name={t('blocks.checked_in')}>{words.date(block.checkedInAt, timeZone)}</Fact>
      )}
      {block.changedAt !== null && (
        <Fact name={t('blocks.changed')}>{words.date(block.changedAt, timeZone)}</Fact>
      )}
      {block.releasedAt !== null && (
        <Fact name={t('blocks.released')}>{words.date(block.releasedAt, timeZone)}</Fact>
      )}
    </dl>
  )
}

/** Links to what helps with the block, and its release if `onRelease` is given. */
function Actions({ block, now, onRelease }: { block: Block; now: number; onRelease?: () => void }) {
  const { t } = useWords()
  return (
    <div className="flex flex-wrap gap-2">
      {block.state === 'held' && now < block.endAt && block.startAt - now < SOON_MS && (
        <ScreenLink screen="arrival" className="btn flex-1">
          {t('blocks.to_arrival')}
        </ScreenLink>
      )}
      <a className="btn flex-1" href={downloadAddress('block.ics', { id: block.id })} download>
        <IconCalendarPlus size={20} aria-hidden className="shrink-0" />
        {t('blocks.add')}
      </a>
      {block.place !== null && (
        <a
          className="btn flex-1"
          target="_blank"
          rel="noopener noreferrer"
          href={`https://www.google.com/maps/dir/?api=1&destination=${block.place.latitude},${block.place.longitude}`}
        >
          <IconMapPin size={20} aria-hidden className="shrink-0" />
          {t('blocks.directions')}
        </a>
      )}
      {onRelease && (
        <button type="button" className="btn flex-1 text-red" onClick={onRelease}>
          {t('blocks.release')}
        </button>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-bold leading-snug [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

/** The reminder of this block: on or off, or why it cannot be changed. */
function Reminder({ block, list, now }: { block: Block; list: BlockList; now: number }) {
  const { t, time } = useWords()
  const minutes = list.reminderMinutes
  const skip = useMutation({
    mutationFn: (next: boolean) => api.blocks.skipReminder({ id: block.id, skip: next }),
    onSuccess: (answer) =>
      announce(t(answer.block.reminderSkipped ? 'blocks.reminder_off_say' : 'blocks.reminder_on_say')),
    onSettled: refreshBlocks,
  })
  if (minutes === null) {
    return (
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-muted">
        {t('blocks.no_reminders')}
        <ScreenLink screen="notification-settings">{t('blocks.to_alerts')}</ScreenLink>
      </p>
    )
  }
  const at = block.startAt - minutes * 60_000
  if (now >= at) return <p className="text-muted">{t('blocks.reminder_gone')}</p>
  const isSkipped = skip.isPending ? skip.variables : block.reminderSkipped
  return (
    <div className="grid gap-2 [&>label]:bg-surface-2">
      <SwitchRow
        label={t('blocks.reminder', { minutes })}
        hint={t('blocks.reminder_hint', { time: time(at, list.timeZone) })}
        checked={!isSkipped}
        onChange={(on) => skip.mutate(!on)}
      />
      <RefusalNotice error={skip.error} />
    </div>
  )
}
