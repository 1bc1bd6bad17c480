import {
  IconAlarm,
  IconCalendarCheck,
  IconCash,
  IconClock,
  IconCreditCardOff,
  IconEye,
  IconFileInvoice,
  IconFlag,
  IconGift,
  IconGiftOff,
  IconHandStop,
  IconHourglassLow,
  IconId,
  IconMessageCircle,
  IconPlayerStop,
  IconQuestionMark,
  IconReceiptRefund,
  IconShieldHalf,
  IconUserCheck,
  IconUserCog,
  IconUserPlus,
} from '../../icons/drawings.ts'
import { IconAlertTriangle, IconCircleCheck } from '../../icons/first.ts'
import { describeNews } from '@madruga/core/words/news.ts'
import type { NotificationKind } from '@madruga/core/notify.ts'
import { serverNow } from '../../clock.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { isWaiting, wayOf } from './news.ts'
import type { Notification } from './news.ts'

const ICONS: Record<NotificationKind, typeof IconClock> = {
  block_won: IconCalendarCheck,
  block_waiting: IconHourglassLow,
  block_taken: IconUserCheck,
  block_changed: IconAlertTriangle,
  human_needed: IconHandStop,
  run_over: IconClock,
  bot_failed: IconAlertTriangle,
  bot_stopped: IconPlayerStop,
  autostart_missed: IconAlarm,
  reminder: IconAlarm,
  ask: IconQuestionMark,
  guard_paused: IconShieldHalf,
  goal_reached: IconFlag,
  shadow_over: IconEye,
  support_replied: IconMessageCircle,
  account_changed: IconUserCog,
  account_status: IconUserCheck,
  member_price: IconCash,
  invoice_issued: IconFileInvoice,
  invoice_due: IconFileInvoice,
  payment_received: IconCash,
  payment_failed: IconCreditCardOff,
  subscription_ending: IconHourglassLow,
  edition_changed: IconId,
  refunded: IconReceiptRefund,
  friend_joined: IconUserPlus,
  credit_earned: IconGift,
  credit_withheld: IconGiftOff,
  credit_taken_back: IconGiftOff,
}

const LOOKS: Partial<Record<NotificationKind, string>> = {
  block_won: 'bg-sign text-on-sign',
  block_waiting: 'bg-amber text-on-amber',
  block_changed: 'bg-amber text-on-amber',
  human_needed: 'bg-amber text-on-amber',
  ask: 'bg-amber text-on-amber',
  goal_reached: 'bg-sign text-on-sign',
  bot_failed: 'bg-red-bg text-red',
  bot_stopped: 'bg-red-bg text-red',
  autostart_missed: 'bg-red-bg text-red',
  invoice_due: 'bg-amber text-on-amber',
  payment_failed: 'bg-red-bg text-red',
  credit_earned: 'bg-sign text-on-sign',
}

/** The icon of a kind of notification. */
export function NewsIcon({ kind }: { kind: NotificationKind }) {
  const Icon = ICONS[kind]
  return (
    <span
      aria-hidden
      className={`grid size-12 shrink-0 place-items-center rounded-xl ${LOOKS[kind] ?? 'bg-surface-2 text-text'}`}
    >
      <Icon size={24} />
    </span>
  )
}

/** One notification: the row links to its screen; important ones can be acknowledged. */
export function NewsRow({
  one,
  unread,
  timeZone,
  onAcknowledge,
}: {
  one: Notification
  unread: boolean
  timeZone: string | undefined
  onAcknowledge: (id: number) => void
}) {
  const words = useWords()
  const { t } = words
  const { title, text } = describeNews(words, one, timeZone)
  return (
    <li className="border-b border-line last:border-b-0">
      <ScreenLink
        {...wayOf(one, recallDriver())}
        className="flex min-h-16 items-start gap-3 px-4 py-3 hover:bg-surface-2"
      >
        <NewsIcon kind={one.kind} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className={`min-w-0 leading-tight ${unread ? 'font-extrabold' : 'font-semibold'}`}>
              {unread && <span className="sr-only">{t('inbox.unread')}: </span>}
              {title}
            </span>
            <span className="tnum flex shrink-0 items-center gap-2 text-sm text-muted">
              {words.time(one.at, timeZone)}
              {unread && <span aria-hidden className="size-2.5 rounded-full bg-amber" />}
            </span>
          </span>
          {text !== '' && <span className="mt-0.5 block leading-snug text-muted">{text}</span>}
        </span>
      </ScreenLink>
      {isWaiting(one, serverNow()) && (
        <div className="flex px-4 pb-3 pl-[min(4.75rem,22%)]">
          <button type="button" className="btn" onClick={() => onAcknowledge(one.id)}>
            {t('inbox.acknowledge')}
            <span className="sr-only">
              : {title} {text}
            </span>
          </button>
        </div>
      )}
      {one.matters && one.acknowledgedAt !== null && (
        <p className="flex items-center gap-1.5 px-4 pb-3 pl-[4.75rem] text-sm text-muted">
          <IconCircleCheck size={16} aria-hidden />
          {t('inbox.acknowledged')}
        </p>
      )}
    </li>
  )
}
