/** The courier filter: places, kinds of jobs, pay that is not stated, skills, wait lists. */
export const courier = {
  'courier.kinds': 'Kinds of jobs',
  'courier.kind_shift': 'Shifts',
  'courier.kind_shift_hint': 'Planned ahead, with a start and an end.',
  'courier.kind_order': 'Orders',
  'courier.kind_order_hint': 'One delivery that starts now. Accepting it begins the job.',

  'courier.pay_idle':
    'This delivery app states no pay, so these limits decide nothing unless you use your own rate.',
  'courier.unknown_pay': 'If the pay is not stated',
  'courier.unknown_pay_hint': 'Some co-ops and courier companies do not list pay with a job.',
  'courier.unknown_take': 'Accept it',
  'courier.unknown_take_hint': 'Your minimum pay is not checked.',
  'courier.unknown_ask': 'Ask me',
  'courier.unknown_ask_hint': 'You have a minute to say yes.',
  'courier.unknown_leave': 'Skip it',
  'courier.unknown_leave_hint': 'Only jobs with stated pay are accepted.',
  'courier.unknown_own_rate': 'Use my own rate',
  'courier.unknown_own_rate_hint': 'Your rate estimates the pay. It shows as an estimate everywhere.',
  'courier.rate_hour': 'My rate per hour',
  'courier.rate_mile': 'My rate per mile',

  'courier.length': 'Length',
  'courier.length_hint': '0 = any.',
  'courier.shortest': 'Shortest job (min)',
  'courier.longest': 'Longest job (min)',
  'courier.distance': 'Distance',
  'courier.distance_hint':
    '0 = any. With a maximum, jobs that list no distance are skipped too, and shifts list none.',
  'courier.max_miles': 'Maximum miles',

  'courier.skills': 'My skills',
  'courier.skills_hint': 'Jobs that require other skills are skipped. Use the words of your delivery app.',
  'courier.skill_other': 'Another skill',
  'courier.skill_add': 'Add',
  'courier.skill_added': '{skill} added.',

  'courier.waitlist': 'If a shift is full',
  'courier.waitlist_hint': 'Some apps put you on a wait list.',
  'courier.waitlist_hold': 'Stay on the wait list',
  'courier.waitlist_hold_hint': 'The time stays reserved. We tell you if you get the shift.',
  'courier.waitlist_leave': 'Leave the wait list',
  'courier.waitlist_leave_hint': 'The bot keeps looking for other jobs at that time.',

  'plan.courier_text': 'Your places and jobs have their own editor.',
  'release.none': 'Your delivery app has no way to give a [block] back. Contact your dispatcher.',
} as const
