/** The courier filter: places, kinds of jobs, pay that is not stated, skills, wait lists. */
export const courier = {
  'courier.kinds': 'Kinds of jobs',
  'courier.kind_shift': 'Shifts',
  'courier.kind_shift_hint': 'Planned ahead, with a start and an end.',
  'courier.kind_order': 'Orders',
  'courier.kind_order_hint': 'One delivery that starts now.',

  'courier.pay_idle': 'This app states no pay: a minimum needs your own rate.',
  'courier.unknown_pay': 'If the pay is not stated',
  'courier.unknown_pay_hint': 'Some co-ops and companies list no pay.',
  'courier.unknown_take': 'Accept it',
  'courier.unknown_take_hint': 'Your minimum pay is not checked.',
  'courier.unknown_ask': 'Ask me',
  'courier.unknown_ask_hint': 'You have a minute to say yes.',
  'courier.unknown_leave': 'Skip it',
  'courier.unknown_leave_hint': 'Only jobs with stated pay are accepted.',
  'courier.unknown_own_rate': 'Use my own rate',
  'courier.unknown_own_rate_hint': 'Shown as an estimate everywhere.',
  'courier.rate_hour': 'My rate per hour',
  'courier.rate_mile': 'My rate per mile',

  'courier.length': 'Length',
  'courier.length_hint': '0 = any.',
  'courier.shortest': 'Shortest job (min)',
  'courier.longest': 'Longest job (min)',
  'courier.distance': 'Distance',
  'courier.distance_hint':
    '0 = any. With a maximum, jobs without a distance are skipped, and shifts have none.',
  'courier.max_miles': 'Maximum miles',

  'courier.skills': 'My skills',
  'courier.skills_hint': 'Jobs that require others are skipped. Use your app’s words.',
  'courier.skill_other': 'Another skill',
  'courier.skill_add': 'Add',
  'courier.skill_added': '{skill} added.',

  'courier.waitlist': 'If a shift is full',
  'courier.waitlist_hint': 'Some apps put you on a wait list.',
  'courier.waitlist_hold': 'Stay on the wait list',
  'courier.waitlist_hold_hint': 'The time stays free for it.',
  'courier.waitlist_leave': 'Leave the wait list',
  'courier.waitlist_leave_hint': 'The bot takes other jobs at that time.',

  'plan.courier_text': 'Your places and jobs have their own editor.',
  'release.none': 'Your delivery app takes no [block] back. Contact your dispatcher.',
} as const
