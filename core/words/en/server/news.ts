import type { PaidPlan } from '../../../plans.ts'
import type { BotReason, StartRefusal } from '../../../bot-states.ts'
import type { NotificationParams } from '../../../notify.ts'
import { isUnstated } from '../../../offers.ts'
import { payFigure, payWords } from '../../../pay-words.ts'
import type { NewsPhrases } from '../../news.ts'
import { changed } from './changed.ts'
import { undecided } from './undecided.ts'

/** Why a bot could not start or continue, and what helps. */
const REASONS: Record<BotReason, string> = {
  run_window_over: 'Its search time is over. It sleeps now.',
  sleep_after_award: 'You won a [block]. It sleeps now.',
  delivery: 'You are on a delivery. It searches after that.',
  guard_misses: 'You missed several offers in a row. It sleeps now.',
  guard_releases: 'You gave back [blocks]. It sleeps now.',
  aggressive_search:
    'The delivery app found the search too fast. Wait 70 minutes, then start again. A slower speed helps.',
  shared_limit: 'The requests that all its drivers share were used up. Start again in a few minutes.',
  human_verification: 'Solve the delivery app’s security check, then start again.',
  platform_unavailable: 'The delivery app was not responding. Start again in a few minutes.',
  platform_turned_off: 'We turned your delivery app off for now.',
  driver_stopped: 'You stopped it.',
  daily_stop: 'Every bot stops once a day. Start again after that.',
  speed_limit_reached: 'A 2X15 run lasts 3 hours.',
  suspended: 'Your account is suspended. Open the app to see why.',
  kill_switch: 'Support has stopped all bots for now.',
  autostop: 'Your autostop task stopped it.',
  subscription_ended: 'Your subscription ended. Renew it to search again.',
  filter_too_dear:
    'Your filter uses more than your plan includes. Save one for this plan, or buy the higher plan again.',
  goal_reached: 'You reached your goal for this week.',
  shadow_over: 'The watch-only time is over.',
  sign_in_refused: 'The delivery app rejected the sign-in. Check its e-mail and password.',
  no_platform_account: 'No delivery app is connected. Connect one, then start.',
  unexpected_reply: 'The delivery app sent an unknown reply. Try again in a while.',
}

/** Why a friend earns no credit. */
const WITHHELD: Record<NotificationParams['credit_withheld']['reason'], string> = {
  phone_unconfirmed:
    'A friend paid without a confirmed phone. Once it is, their next payment earns you the credit.',
  card_shared: 'A friend paid with your card. Their own card earns you a credit.',
  card_known: 'A friend paid with a card from a deleted account. Only new drivers count.',
  account_known: 'A friend with your code had an account before. Only new drivers count.',
}

/** Why an earned credit is gone. */
const TAKEN_BACK: Record<NotificationParams['credit_taken_back']['reason'], string> = {
  payment_returned: 'Its payment was refunded. Your friend’s next one earns it again.',
  card_shared: 'You and your friend use the same card.',
}

/** Why an autostart was refused, and what helps. */
const REFUSALS: Record<StartRefusal, string> = {
  already_running: 'Your bot was already running.',
  no_filter: 'Save a filter, then start.',
  filter_too_dear: 'Your filter uses more than your plan includes. Save one for this plan, then start.',
  suspended: 'Your account is suspended. Open the app to see why.',
  inactive: 'Your account is not active. Contact support.',
  no_subscription: 'Choose a plan, then start.',
  server_unavailable: 'No servers were available. Start it yourself in a few minutes.',
  cooling: 'The bot was still cooling down. Start it yourself after that.',
  daily_stop: 'It was set inside the daily stop. Choose another time.',
  goal_reached: 'You reached your goal for this week.',
  no_location: 'Save a location for instant offers, then start.',
  no_instant_offers: 'Your delivery app has no instant offers. Set the task for regular offers.',
  no_device: 'Instant offers need a device ID. Ask support to enable yours.',
  old_version: 'Your app is too old. Reload it, then start.',
  no_platform_account: 'No delivery app is connected. Connect one, then start.',
  servers_recycling: 'The servers were recycling. Start it yourself in a minute.',
}

const STATUS: Record<NotificationParams['account_status']['status'], { title: string; text: string }> = {
  active: { title: 'Your account is active again', text: 'You can start your bot.' },
  inactive: {
    title: 'Your account is not active',
    text: 'Your bot stops. Contact support if that is wrong.',
  },
  suspended: {
    title: 'Your account is suspended',
    text: 'Your bot stops. Open the app to see why, or contact support.',
  },
}

/** The same for unpaid invoices: the account follows the invoice automatically. */
const DUES: typeof STATUS = {
  ...STATUS,
  active: { title: STATUS.active.title, text: 'Your invoice is paid: you can start your bot.' },
  suspended: {
    title: STATUS.suspended.title,
    text: 'An invoice is unpaid: your bot stops. Pay it and you can start right away.',
  },
}

const PLANS: Record<PaidPlan, string> = { advanced: 'advanced', professional: 'professional' }

/** Why a bank declined a charge, if that helps (docs.stripe.com/declines/codes). */
const DECLINES: Record<string, string> = {
  insufficient_funds: 'Not enough funds.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The security code was wrong.',
  authentication_required: 'The bank wants to ask you: pay it yourself.',
  authentication_failed: 'You did not confirm it with your bank.',
  given_up: 'It was not confirmed in time.',
  bank_silent:
    'The bank has not answered for days. Money that arrives after you paid another way is refunded.',
  no_account: 'The bank cannot find the account.',
}

/** News in English. */
export const news: NewsPhrases = {
  block_won({ station, startAt, endAt, ...paid }, say) {
    const [pay, all] = [payFigure('en', paid), payWords('en', paid)]
    const when = `${say.dayTime(startAt)} to ${say.time(endAt)}`
    return {
      title: `${say.words('[Block]')} won: ${station}, ${pay}`,
      text: `${when}, ${all}. It is yours in your delivery app.`,
      sms: `${say.words('[Block]')} won: ${station}, ${when}, ${all}.`,
      spoken: `You won a ${say.words('[block]')} at ${station}, on ${say.fullDayTime(startAt)}, until ${say.time(endAt)}, ${isUnstated(paid) ? 'and its pay is not stated' : `for ${all}`}.`,
    }
  },
  ...undecided,
  ...changed,
  human_needed: () => ({
    title: 'A security check is waiting',
    text: 'The delivery app wants to check that you are a person. Nothing is accepted until you solve it.',
    sms: 'The delivery app wants a security check. Nothing is accepted until you solve it.',
  }),
  run_over: ({ startableAt }, say) => ({
    title: 'Your 2X15 run ended',
    text: `You can start again on ${say.dayTime(startableAt)}.`,
  }),
  bot_failed: ({ reason }, say) => ({ title: 'Your bot could not start', text: say.words(REASONS[reason]) }),
  bot_stopped: ({ reason }, say) => ({ title: 'Your bot had to stop', text: say.words(REASONS[reason]) }),
  autostart_missed: ({ refusal, lateMs, action }, say) => ({
    title: action === 'stop' ? 'Autostop did not stop the bot' : 'Autostart did not start the bot',
    text:
      action === 'stop'
        ? `It was ${say.span(lateMs ?? 0)} late. Stop it yourself.`
        : refusal !== null
          ? REFUSALS[refusal]
          : lateMs !== null
            ? `It was ${say.span(lateMs)} late. Start it yourself.`
            : 'Start it yourself.',
  }),
  reminder: ({ station, startAt, minutes, ...paid }, say) => ({
    title: `${station} starts in ${inMinutes(minutes)}`,
    text: `${say.dayTime(startAt)}, ${payWords('en', paid)}. Check in from 15 minutes before.`,
    sms: `${station} starts in ${inMinutes(minutes)}, at ${say.time(startAt)}.`,
    spoken: `Your ${say.words('[block]')} at ${station} starts in ${inMinutes(minutes)}, at ${say.time(startAt)}.`,
  }),
  ask: ({ station, startAt, endAt, ...paid }, say) => {
    const pay = payWords('en', paid)
    return {
      title: `Accept it? ${station}, ${payFigure('en', paid)}`,
      text: `${say.dayTime(startAt)} to ${say.time(endAt)}, ${pay}. Answer within a minute, or it is declined.`,
    }
  },
  guard_paused: ({ reason, count, until }, say) => ({
    title: 'Your bot is sleeping',
    text: `${reason === 'guard_misses' ? `You missed ${count} offers in a row.` : `You gave back ${count} ${say.words('[blocks]')} today.`} The bot sleeps until ${say.dayTime(until)}.`,
  }),
  goal_reached: ({ goalCents, bookedCents, currency }, say) => ({
    title: `Goal reached: ${say.money(bookedCents, currency)} this week`,
    text: `Your goal was ${say.money(goalCents, currency)}. The bot stopped.`,
  }),
  shadow_over: ({ seen, count, cents, others = 0, ...known }) => {
    const pay = { ...known, payCents: cents, tipCents: 0 }
    const apart = others === 0 ? '' : `, not counting ${others} in another currency`
    const worth = isUnstated(pay) ? '. Their pay is not stated' : `, worth ${payWords('en', pay)}${apart}`
    return {
      title: 'Watch-only ended',
      text: `${count} of ${seen} offers fit your filter${count > 0 ? worth : ''}. Nothing was accepted.`,
    }
  },
  support_replied: ({ requestId }) => ({
    title: 'Support answered',
    text: `Your request ${requestId} has an answer in Support.`,
  }),
  account_status({ status, reason, dues }) {
    const { title, text } = (dues ? DUES : STATUS)[status]
    return { title, text: reason === '' ? text : `${text} Reason: ${reason}` }
  },
  invoice_issued({ number, dueCents, suspendsAt }, say) {
    const due = say.money(dueCents)
    if (dueCents === 0)
      return {
        title: 'Your invoice: nothing to pay',
        text: `Invoice ${number}: ${due}.`,
      }
    const orElse = 'or your account is suspended, unless autopay is on.'
    return {
      title: `Your invoice: ${due}`,
      text: `Pay invoice ${number} by ${say.dayTime(suspendsAt)}, ${orElse}`,
      spoken: `Your invoice of ${due} is ready. Pay it by ${say.fullDayTime(suspendsAt)}, ${orElse}`,
    }
  },
  invoice_due({ number, dueCents, suspendsAt }, say) {
    const due = say.money(dueCents)
    const orElse = 'or your account is suspended and your bot stops.'
    return {
      title: `Unpaid: ${due}`,
      text: `Pay invoice ${number} by ${say.dayTime(suspendsAt)}, ${orElse}`,
      spoken: `Your invoice of ${due} is unpaid. Pay it by ${say.fullDayTime(suspendsAt)}, ${orElse}`,
    }
  },
  payment_received({ reference, amountCents, number }, say) {
    const amount = say.money(amountCents)
    return {
      title: `Payment received: ${amount}`,
      text: `Invoice ${number} is paid, reference ${reference}. The receipt is in your e-mail.`,
      spoken: `Your payment of ${amount} was received.`,
    }
  },
  payment_failed({ number, dueCents, reason }, say) {
    const due = say.money(dueCents)
    const why = DECLINES[reason] ?? 'Your bank declined it.'
    const then = 'Pay with another card, or try again.'
    if (number === null)
      return {
        title: `Your payment failed: ${due}`,
        text: `You were not charged; nothing was bought. ${why} ${then}`,
      }
    return {
      title: `Your payment failed: ${due}`,
      text: `You were not charged for invoice ${number}. ${why} ${then}`,
      spoken: `You were not charged for your invoice of ${due}. ${why} ${then}`,
    }
  },
  subscription_ending: ({ tier, endsAt }, say) => ({
    title: `Your ${PLANS[tier]} plan ends soon`,
    text: `It is paid until ${say.dayTime(endsAt)}. After that your bot does not start. Renew it before: you lose no day.`,
  }),
  edition_changed: ({ tier, until }, say) =>
    tier === null
      ? {
          title: 'You now have the basic plan',
          text: 'You pay each week for what the bot did. Check your filter before you start.',
        }
      : {
          title: `You now have the ${PLANS[tier]} plan`,
          text:
            until === null
              ? 'Your filter can do more now.'
              : `It is paid until ${say.dayTime(until)}. If your filter uses more, your bot stops until you save another.`,
        },
  refunded: ({ reference, amountCents }, say) => ({
    title: `Refund on its way: ${say.money(amountCents)}`,
    text: `Payment ${reference}, to your card or bank. It can take a few days.`,
    spoken: `A refund of ${say.money(amountCents)} is on its way to your card or bank. It can take a few days.`,
  }),
  friend_joined: () => ({
    title: 'A friend joined with your code',
    text: 'You get a credit for one week once they confirm their phone and pay.',
  }),
  credit_earned: ({ available, worthCents }, say) => ({
    title: 'You earned a credit',
    text: `A friend paid. It takes up to ${say.money(worthCents)}, what they paid, off your next week. You have ${available === 1 ? '1 credit' : `${available} credits`}.`,
  }),
  credit_withheld: ({ reason }) => ({ title: 'No credit for a friend', text: WITHHELD[reason] }),
  credit_taken_back: ({ reason, available }) => ({
    title: 'A credit was removed',
    text: `${TAKEN_BACK[reason]} You have ${available === 1 ? '1 credit' : `${available} credits`} left.`,
  }),
}

/** A late reminder may say one minute. */
function inMinutes(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
