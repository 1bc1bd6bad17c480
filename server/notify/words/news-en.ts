import type { PaidPlan } from '@madruga/core/plans.ts'
import type { BotReason, StartRefusal } from '@madruga/core/bot-states.ts'
import type { NotificationParams } from '@madruga/core/notify.ts'
import type { Pay } from '@madruga/core/offers.ts'
import type { NewsPhrases, Say } from './news-model.ts'

/** Why a bot could not start or continue, and what helps. */
const REASONS: Record<BotReason, string> = {
  run_window_over: 'Its search window is over. The rest is part of your speed.',
  sleep_after_award: 'You won a block, so it rests as you asked in your filter.',
  delivery: 'You are on a delivery. The search waits until it is over.',
  guard_misses: 'Several offers in a row went to others, so it pauses as your guard says.',
  guard_releases: 'You gave blocks back, so it pauses as your guard says.',
  aggressive_search:
    'The delivery app said the search was too fast. Wait for 70 minutes, then start again. A calmer speed in your filter helps.',
  human_verification:
    'The delivery app wants to see a person and nobody solved its check. Solve it, then start again.',
  platform_unavailable: 'The delivery app did not answer. Start again in a few minutes.',
  driver_stopped: 'You stopped it. Start again whenever you like.',
  daily_stop: 'Every bot stops once a day. Start again when the stop is over.',
  speed_limit_reached: 'A 2X15 run lasts 3 hours. Start again after the pause.',
  suspended: 'Your account is suspended. Pay the open invoice and start again.',
  kill_switch: 'Support stopped all bots for now. Try again later.',
  autostop: 'Your autostop task stopped it. Start again whenever you like.',
  subscription_ended: 'Your subscription ended. Renew it to search again.',
  filter_too_dear:
    'Your filter has more than your edition allows now. It is kept. Save one for this edition to start, or buy the other again.',
  goal_reached: 'The week’s goal of your filter is reached.',
  shadow_over: 'Its time in shadow mode is over. Start it to accept.',
  sign_in_refused:
    'The delivery app refused the sign-in. Check e-mail and password of your delivery account, then start again.',
  no_platform_account: 'No delivery account is connected. Connect one, then start.',
  unexpected_reply: 'The delivery app answered something we do not know. Try again in a while.',
}

/** Why a friend earns no credit. */
const WITHHELD: Record<NotificationParams['credit_withheld']['reason'], string> = {
  phone_unconfirmed:
    'A friend of yours paid but has not confirmed a phone number. Once they confirm it, their next payment earns you the credit.',
  card_shared:
    'A friend of yours paid, but you and they use the same card. A friend earns you a credit with a card of their own.',
  card_known:
    'A friend of yours paid with a card of an account that was deleted. Somebody who had an account before is no new friend.',
  account_known:
    'A friend registered with your code, but they had an account before. Only somebody new here earns you a credit.',
}

/** Why an earned credit is gone. */
const TAKEN_BACK: Record<NotificationParams['credit_taken_back']['reason'], string> = {
  payment_returned: 'The payment of the friend who earned it went back. Their next payment earns it again.',
  card_shared: 'You and the friend who earned it use the same card.',
}

/** Why an autostart was refused, and what helps. */
const REFUSALS: Record<StartRefusal, string> = {
  already_running: 'Your bot was running already. There is nothing to do.',
  no_filter: 'You have no filter yet. Save one, then start.',
  filter_too_dear: 'Your filter has more than your edition allows now. Save it for this edition, then start.',
  suspended: 'Your account is suspended. Pay the open invoice and start again.',
  inactive: 'Your account is not active. Support can help.',
  no_subscription: 'You have no subscription. Choose one, then start.',
  server_unavailable: 'No servers were available. Start by yourself in a few minutes.',
  cooling: 'The bot was still cooling down. Start by yourself when the pause is over.',
  daily_stop: 'It fell into the daily stop. Choose another time for it.',
  goal_reached: 'Your goal of this week is reached. Start by hand if you want more.',
  no_location: 'Instant offers need a saved location. Choose one, then start.',
  no_instant_offers: 'Your delivery app makes no instant offers. Set the task for regular offers.',
  no_device: 'Instant offers need a device id. Ask support to enable yours.',
  old_version: 'Your app is an old version. Load it again, then start.',
  no_platform_account: 'No delivery account is connected. Connect one, then start.',
  servers_recycling: 'The servers were recycling. Start by yourself in a minute.',
}

const CHANGED: Record<NotificationParams['account_changed']['what'], string> = {
  email: 'The e-mail that you sign in with was changed',
  phone: 'Your phone number was changed',
  preferredEmail: 'The e-mail for your messages was changed',
  password: 'Your password was changed',
}

const STATUS: Record<NotificationParams['account_status']['status'], { title: string; text: string }> = {
  active: { title: 'Your account is active again', text: 'You can start your bot.' },
  inactive: {
    title: 'Your account is not active',
    text: 'Your bot stops. Write to support if that is wrong.',
  },
  suspended: {
    title: 'Your account is suspended',
    text: 'Your bot stops, your screens stay readable. Pay the open invoice or write to support.',
  },
}

/** The same for unpaid invoices: the account follows the invoice automatically. */
const DUES: typeof STATUS = {
  ...STATUS,
  active: { title: STATUS.active.title, text: 'Your invoice is paid. You can start your bot.' },
  suspended: {
    title: STATUS.suspended.title,
    text: 'An invoice is not paid, so your bot stops; your screens stay readable. Pay it, and your bot may start at once.',
  },
}

const PLANS: Record<PaidPlan, string> = { advanced: 'advanced', professional: 'professional' }

/** Why a bank declined a charge, if that helps (docs.stripe.com/declines/codes). */
const DECLINES: Record<string, string> = {
  insufficient_funds: 'The account has not enough money.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The code of the card is not right.',
  authentication_required: 'The bank wants to ask you first, so pay it by hand.',
  authentication_failed: 'You did not confirm it at your bank.',
  given_up: 'Nobody confirmed it in time, so it was given up. Nothing was charged.',
  bank_silent:
    'The bank has said nothing of it for days. If the money still arrives after you paid otherwise, it goes back.',
  no_account: 'The bank does not find the account.',
}

/** News in English. */
export const NEWS_ENGLISH: NewsPhrases = {
  block_won({ station, startAt, endAt, payCents, tipCents }, say) {
    const [pay, all] = [say.money(payCents), payOf({ payCents, tipCents }, say)]
    const when = `${say.dayTime(startAt)} to ${say.time(endAt)}`
    return {
      title: `Block won: ${station}, ${pay}`,
      text: `${when}, ${all}. It is yours in your delivery app.`,
      sms: `Block won: ${station}, ${when}, ${all}.`,
      spoken: `You won a block at ${station}, on ${say.fullDayTime(startAt)}, until ${say.time(endAt)}, for ${all}.`,
    }
  },
  human_needed: () => ({
    title: 'A human check is waiting',
    text: 'The delivery app wants to see a person, and nothing is accepted until then. Solve its check, so that your bot can go on.',
    sms: 'The delivery app wants a human check. Nothing is accepted until you solve it.',
  }),
  run_over: ({ startableAt }, say) => ({
    title: 'Your 2X15 run is over',
    text: `A 2X15 run lasts 3 hours, then the bot rests. You can start again from ${say.dayTime(startableAt)}.`,
  }),
  bot_failed: ({ reason }) => ({ title: 'Your bot could not start', text: REASONS[reason] }),
  bot_stopped: ({ reason }) => ({ title: 'Your bot had to stop', text: REASONS[reason] }),
  autostart_missed: ({ refusal, lateMs, action }, say) => ({
    title: action === 'stop' ? 'Your autostop did not stop the bot' : 'Your autostart did not start',
    text:
      action === 'stop'
        ? `It came ${say.span(lateMs ?? 0)} late, which is too late. Stop by yourself if the bot is to rest.`
        : refusal !== null
          ? REFUSALS[refusal]
          : lateMs !== null
            ? `It came ${say.span(lateMs)} late, which is too late. Start by yourself if you want to search now.`
            : 'Start by yourself if you want to search now.',
  }),
  reminder: ({ station, startAt, payCents, tipCents, minutes }, say) => ({
    title: `${station} starts in ${inMinutes(minutes)}`,
    text: `${say.dayTime(startAt)}, ${payOf({ payCents, tipCents }, say)}. You can check in from 15 minutes before.`,
    sms: `${station} starts in ${inMinutes(minutes)}, at ${say.time(startAt)}.`,
    spoken: `Your block at ${station} starts in ${inMinutes(minutes)}, at ${say.time(startAt)}.`,
  }),
  ask: ({ station, startAt, endAt, payCents, tipCents }, say) => {
    const pay = payOf({ payCents, tipCents }, say)
    return {
      title: `Take it? ${station}, ${say.money(payCents)}`,
      text: `${say.dayTime(startAt)} to ${say.time(endAt)}, ${pay}. Answer within a minute, or it is left.`,
    }
  },
  guard_paused: ({ reason, count, until }, say) => ({
    title: 'Your bot pauses',
    text: `${reason === 'guard_misses' ? `${count} offers in a row went to others.` : `You gave ${count} blocks back today.`} Your guard pauses the search until ${say.dayTime(until)}.`,
  }),
  goal_reached: ({ goalCents, bookedCents }, say) => ({
    title: `Goal reached: ${say.money(bookedCents)} this week`,
    text: `Your goal was ${say.money(goalCents)}, so the bot stopped. Start it again if you want more.`,
  }),
  shadow_over: ({ seen, count, cents }, say) => ({
    title: 'Shadow mode is over',
    text: `Of ${seen} offers, ${count} fitted your filter, worth ${say.money(cents)}. Nothing was accepted.`,
  }),
  support_replied: ({ requestId }) => ({
    title: 'Support has answered you',
    text: `Your request ${requestId} has an answer. Open Support in Madruga to read it.`,
  }),
  account_changed: ({ what }) => ({
    title: CHANGED[what],
    text: 'It was you? Then there is nothing to do. It was not? Choose a new password now and write to support.',
  }),
  account_status({ status, reason, dues }) {
    const { title, text } = (dues ? DUES : STATUS)[status]
    return { title, text: reason === '' ? text : `${text} The reason given: ${reason}` }
  },
  invoice_issued({ number, dueCents, suspendsAt }, say) {
    const due = say.money(dueCents)
    if (dueCents === 0)
      return {
        title: 'Your invoice: nothing to pay',
        text: `Invoice ${number} is ready. It comes to ${due}.`,
      }
    const orElse = 'or your account is suspended. If automatic payment is on, there is nothing to do.'
    return {
      title: `Your invoice: ${due}`,
      text: `Invoice ${number} is ready. Pay it by ${say.dayTime(suspendsAt)}, ${orElse}`,
      spoken: `Your invoice of ${due} is ready. Pay it by ${say.fullDayTime(suspendsAt)}, ${orElse}`,
    }
  },
  invoice_due({ number, dueCents, suspendsAt }, say) {
    const due = say.money(dueCents)
    const orElse = 'or your account is suspended and your bot stops.'
    return {
      title: `Not paid yet: ${due}`,
      text: `Invoice ${number} is open. Pay it by ${say.dayTime(suspendsAt)}, ${orElse}`,
      spoken: `Your invoice of ${due} is not paid yet. Pay it by ${say.fullDayTime(suspendsAt)}, ${orElse}`,
    }
  },
  payment_received({ reference, amountCents, number }, say) {
    const amount = say.money(amountCents)
    return {
      title: `Payment received: ${amount}`,
      text: `Thank you. Invoice ${number} is paid, with reference ${reference}. You find the receipt in your e-mail and your payment history.`,
      spoken: `Thank you. Your payment of ${amount} was received. You find the receipt in your e-mail.`,
    }
  },
  payment_failed({ number, dueCents, reason }, say) {
    const due = say.money(dueCents)
    const why = DECLINES[reason] ?? 'The bank refused the charge.'
    const then = 'Pay with another card, or try again.'
    if (number === null)
      return {
        title: `Your payment failed: ${due}`,
        text: `What you wanted to buy is not paid, and you do not have it. ${why} ${then}`,
      }
    return {
      title: `Your payment failed: ${due}`,
      text: `Invoice ${number} is not paid. ${why} ${then}`,
      spoken: `Your invoice of ${due} is not paid. ${why} ${then}`,
    }
  },
  subscription_ending: ({ tier, endsAt }, say) => ({
    title: `Your ${PLANS[tier]} edition ends soon`,
    text: `It is paid until ${say.dayTime(endsAt)}, then your bot does not start. Renew it before: no day of it is lost.`,
  }),
  edition_changed: ({ tier, until }, say) =>
    tier === null
      ? {
          title: 'You have the basic edition now',
          text: 'No subscription is needed for it: you pay by the week for what you get. Look at your filter before you start your bot.',
        }
      : {
          title: `You have the ${PLANS[tier]} edition now`,
          text:
            until === null
              ? 'Your filter can do more now. Look at it before you start your bot.'
              : `It is paid until ${say.dayTime(until)}. If your filter has more than this edition allows, your bot stops until you save another.`,
        },
  refunded: ({ reference, amountCents }, say) => ({
    title: `Refund: ${say.money(amountCents)}`,
    text: `It is part of the payment ${reference} and goes back the way it came. Your bank may take some days to show it.`,
    spoken: `${say.money(amountCents)} of a payment go back to you, the way they came. Your bank may take some days to show them.`,
  }),
  friend_joined: () => ({
    title: 'A friend joined with your code',
    text: 'Once they pay for the first time, a credit for one of your weeks is yours.',
  }),
  credit_earned: ({ available }) => ({
    title: 'You earned a credit',
    text: `A friend paid for the first time. You have ${available === 1 ? '1 credit' : `${available} credits`}: one comes off your next week by itself.`,
  }),
  credit_withheld: ({ reason }) => ({ title: 'No credit for a friend', text: WITHHELD[reason] }),
  credit_taken_back: ({ reason, available }) => ({
    title: 'A credit was taken back',
    text: `${TAKEN_BACK[reason]} You have ${available === 1 ? '1 credit' : `${available} credits`} left.`,
  }),
}

/** A late reminder may say one minute. */
function inMinutes(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** A pay, and the tip that the platform projects. */
function payOf({ payCents, tipCents }: Pay, say: Say): string {
  const pay = say.money(payCents)
  return tipCents > 0 ? `${pay} plus about ${say.money(tipCents)} in tips` : pay
}
