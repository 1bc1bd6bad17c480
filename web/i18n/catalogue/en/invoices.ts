/** Invoices: the running week, what is open, and each invoice in full. */
export const invoices = {
  'invoices.failed': 'Could not load your invoices',
  'invoices.one_failed': 'Could not load this invoice',
  'invoices.suspended':
    'Your account is suspended for an unpaid invoice and your bot is stopped. Pay and it is active right away.',
  'invoices.suspended_paying':
    'Your account is suspended for an unpaid invoice and your bot is stopped. It is active again once your payment arrives.',

  'invoices.suspended_operator':
    'Your account is suspended. You can see everything and pay; ask support about the rest.',
  'invoices.owed': 'You owe {sum}.',

  'invoices.open': 'To pay',
  'invoices.reopened': 'Your bank took this payment back, so you have to pay it again.',
  'invoices.left': 'Amount due',
  'invoices.pay': 'Pay {sum}',
  'invoices.pay_by': 'Pay by {when}, or your account is suspended and the bot stops.',
  'invoices.overdue': 'It was due {when}',
  'invoices.under_way': 'A payment is in process.',
  'invoices.arrives_by': 'If it does not arrive by {when}, your account is suspended and the bot stops.',
  'invoices.under_way_bank': 'Your bank payment is on its way.',
  'invoices.under_way_bank_text':
    'It takes up to 4 business days. Your account is not suspended for this invoice in the meantime.',
  'invoices.under_way_look': 'See the payment',
  'invoices.coupon_have': 'I have a coupon',
  'invoices.coupon_code': 'Coupon',
  'invoices.coupon_use': 'Apply coupon',
  'invoices.coupon_busy': 'One moment',
  'invoices.coupon_taken': 'Your coupon took off {sum}.',
  'invoices.coupon_settled': 'Your coupon took off {sum}. Nothing left to pay.',

  'invoices.running': 'This week so far',
  'invoices.running_closes': '{days}. It closes {when} and becomes an invoice.',
  'invoices.running_none_block': 'Nothing yet. The blocks the bot wins for you show here.',
  'invoices.running_none_trip': 'Nothing yet. The trips the bot wins for you show here.',
  'invoices.running_none_job': 'Nothing yet. The jobs the bot wins for you show here.',
  'invoices.subscribed': 'Your subscription is paid',
  'invoices.subscribed_text_block':
    'Your plan is one flat price: every block, instant day and check-in is included.',
  'invoices.subscribed_text_trip': 'Your plan is one flat price: every trip and check-in is included.',
  'invoices.subscribed_text_job': 'Your plan is one flat price: every job and check-in is included.',
  'invoices.subscribed_since_block':
    'Since your plan started, every block, instant day and check-in is included. Fees from before are below.',
  'invoices.subscribed_since_trip':
    'Since your plan started, every trip and check-in is included. Fees from before are below.',
  'invoices.subscribed_since_job':
    'Since your plan started, every job and check-in is included. Fees from before are below.',
  'invoices.subscribed_until': '{plan}, until {until}',
  'invoices.costs_block':
    'Per block won: {block}. Per day of instant offers: {day}. Per check-in: {checkIn}, free in a week with a block won. A week runs from Monday to Sunday.',
  'invoices.costs_trip':
    'Per trip won: {curbside} for curbside, {shopping} for shopping, {delivery} for delivery. A week without trips costs nothing. A week runs from Monday to Sunday.',
  'invoices.costs_job':
    'Per shift won: {shift}. Per order won: {order}. A week without jobs costs nothing. A week runs from Monday to Sunday.',
  'invoices.each': 'Show each one',

  'invoices.all': 'All invoices',
  'invoices.none': 'No invoices yet',
  'invoices.none_text': 'The first one comes when a week (Monday to Sunday) with something to pay closes.',
  'invoices.older': 'Older invoices',
  'invoices.end': 'That is all.',
  'invoices.payments_all': 'All payments',
  'invoices.days_of': '{plan}, {days} days',
  'invoices.state.unpaid': 'Unpaid',
  'invoices.state.paid': 'Paid',
  'invoices.state.credited': 'Credited',
  'invoices.state.under_way': 'In process',

  'invoices.count.block': { one: '{count} block won', other: '{count} blocks won' },
  'invoices.count.trip': { one: '{count} trip won', other: '{count} trips won' },
  'invoices.count.job': { one: '{count} job won', other: '{count} jobs won' },
  'invoices.count.instant_day': {
    one: '{count} day of instant offers',
    other: '{count} days of instant offers',
  },
  'invoices.count.check_in': { one: '{count} check-in', other: '{count} check-ins' },
  'invoices.count.subscription_week': {
    one: '{count} week of subscription',
    other: '{count} weeks of subscription',
  },
  'invoices.line.paid_you': 'pays {pay}',
  'invoices.line.instant_day': 'Instant offers',
  'invoices.line.check_in': 'Check-in',
  'invoices.line.subscription_week': 'Week {place}',
  'invoices.line.credited': 'credited',

  'invoices.number': 'Invoice {number}',
  'invoices.issued': 'Issued {when}',
  'invoices.paid_at': 'Paid {when}',
  'invoices.print': 'Print',
  'invoices.pdf': 'Save PDF',
  'invoices.worth_block': {
    one: 'This block paid {pay}. The bot cost {share} of that.',
    other: 'These {count} blocks paid {pay}. The bot cost {share} of that.',
  },
  'invoices.worth_trip': {
    one: 'This trip paid {pay}. The bot cost {share} of that.',
    other: 'These {count} trips paid {pay}. The bot cost {share} of that.',
  },
  'invoices.worth_job': {
    one: 'This job paid {pay}. The bot cost {share} of that.',
    other: 'These {count} jobs paid {pay}. The bot cost {share} of that.',
  },
  'invoices.worth_cost': 'The bot cost',
  'invoices.worth_pay': 'You earned',
  'invoices.worth_free_block': {
    one: 'This block paid {pay}, and the bot cost you nothing.',
    other: 'These {count} blocks paid {pay}, and the bot cost you nothing.',
  },
  'invoices.worth_free_trip': {
    one: 'This trip paid {pay}, and the bot cost you nothing.',
    other: 'These {count} trips paid {pay}, and the bot cost you nothing.',
  },
  'invoices.worth_free_job': {
    one: 'This job paid {pay}, and the bot cost you nothing.',
    other: 'These {count} jobs paid {pay}, and the bot cost you nothing.',
  },

  'invoices.total_made_of': 'Total',
  'invoices.coupon': 'Coupon {code}',
  'invoices.credits': 'Friend credit',
  'invoices.waived': 'On us: too little to charge',
  'invoices.due': 'Invoice total',
  'invoices.credited': 'Credit notes',
  'invoices.fee': 'Payment method fee',
  'invoices.paid': 'Paid',
  'invoices.fee_note': 'Your payment method’s fee is added. You see it before you confirm.',
  'invoices.notes': 'Credit notes',
  'invoices.note_waived': '{sum} on us: too little to charge',
  'invoices.cause.correction': 'Correction',
  'invoices.cause.refund': 'Refund',
  'invoices.cause.operator': 'By support',
  'invoices.cause.coupon': 'Coupon',
  'invoices.payments': 'Payments',
  'invoices.payments_none': 'None yet.',
  'invoices.with': '{brand}, ending in {last4}',
  'invoices.with_fee': 'includes {fee} fee',
  'invoices.refunded': '{sum} refunded',
  'invoices.receipt': 'Receipt',
  'invoices.payment.open': 'Started',
  'invoices.payment.needs_action': 'Waiting for you',
  'invoices.payment.refused': 'Declined',
  'invoices.payment.processing': 'In process',
  'invoices.payment.canceled': 'Canceled',
  'invoices.payment.paid': 'Paid',
  'invoices.billed_to': 'Billed to',
} as const
