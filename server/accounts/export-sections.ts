/** One table of the export: the exported columns, and the columns that order its pages (name and type). */
export type Section = {
  name: string
  from: string
  columns: string
  key: readonly (readonly [column: string, type: string])[]
}

/**
 * All data of a driver but the log, table by table; `$driver` stands for their id. Passwords, tokens,
 * encrypted values and device keys are excluded: only the service can use them.
 */
export const SECTIONS: readonly Section[] = [
  {
    name: 'sessions',
    from: 'sessions',
    columns: 'id, created_at, updated_at as last_used_at, expires_at, ip_address, user_agent',
    key: [['id', 'text']],
  },
  {
    name: 'passkeys',
    from: 'passkeys',
    columns: 'id, name, created_at, used_at',
    key: [['id', 'text']],
  },
  {
    name: 'platformAccounts',
    from: 'platform_accounts',
    columns:
      'variant, platform, email, platform_driver_id, state, quota_per_hour, connected_at, synced_at, updated_at',
    key: [['variant', 'text']],
  },
  {
    name: 'memberMonths',
    from: 'member_months',
    columns: 'platform, month, cents, currency, noted_at',
    key: [
      ['platform', 'text'],
      ['month', 'text'],
    ],
  },
  {
    name: 'stations',
    from: '(select d.driver_id, d.currency, s.* from driver_stations d join stations s on s.platform = d.platform and s.id = d.station_id) as mine',
    columns: 'platform, id, variant, code, name, address, city, state, programme, time_zone, currency',
    key: [
      ['platform', 'text'],
      ['id', 'text'],
    ],
  },
  {
    name: 'filters',
    from: 'filters',
    columns: 'variant, version, removed, saved_at, body',
    key: [
      ['variant', 'text'],
      ['version', 'int'],
    ],
  },
  {
    name: 'bots',
    from: 'bots',
    columns:
      'variant, phase, gps, mode, live_log, reason, due_at, gen, speed, custom, started_at, window_started_at, cool_until, rest_until, shadow_until, updated_at',
    key: [['variant', 'text']],
  },
  {
    name: 'attempts',
    from: 'attempts',
    columns:
      'id, platform, offer_id, offer, rules, filter_version, state, cause, reaction_ms, created_at, settled_at',
    key: [['id', 'bigint']],
  },
  {
    name: 'awards',
    from: 'awards',
    columns: 'id, platform, shift_id, offer_id, offer, state, decided_at, opened_at, settled_at',
    key: [['id', 'bigint']],
  },
  {
    name: 'blocks',
    from: 'blocks',
    columns:
      'id, platform, platform_block_id, offer_id, station_id, kind, start_at, end_at, pay_cents, tip_cents, pay_basis, currency, end_estimated, miles, stops, state, accepted_at',
    key: [['id', 'text']],
  },
  {
    name: 'checkIns',
    from: 'check_ins',
    columns: 'block_id, asked_at, at, fee_cents',
    key: [['block_id', 'text']],
  },
  {
    name: 'releases',
    from: 'releases',
    columns: 'block_id, asked_at, at, late',
    key: [['block_id', 'text']],
  },
  {
    name: 'reminderSkips',
    from: 'reminder_skips',
    columns: 'block_id, at',
    key: [['block_id', 'text']],
  },
  {
    name: 'calendarLinks',
    from: 'calendar_links',
    columns: 'created_at, read_at',
    key: [['created_at', 'timestamptz']],
  },
  {
    name: 'confirmations',
    from: 'confirmations',
    columns: 'id, platform, offer_id, offer, rules, filter_version, state, asked_at, expires_at, answered_at',
    key: [['id', 'text']],
  },
  {
    name: 'shadowRuns',
    from: 'shadow_runs',
    columns: 'id, variant, mode, live_log, started_at, ends_at, ended_at, seen',
    key: [['id', 'text']],
  },
  {
    name: 'shadowOffers',
    from: 'shadow_offers',
    columns: 'run_id, offer_id, offer, rules, station_code, filter_version, seen_at',
    key: [
      ['run_id', 'text'],
      ['offer_id', 'text'],
    ],
  },
  {
    name: 'days',
    from: 'day_figures',
    columns: 'day, seen, accepted, missed, ignored_time, ignored_price, ignored_schedule, booked_cents',
    key: [['day', 'date']],
  },
  {
    name: 'autostartTasks',
    from: 'autostart_tasks',
    columns:
      'id, action, mode, live_log, minute, time_zone, from_day, to_day, next_at, created_at, removed_at',
    key: [['id', 'text']],
  },
  {
    name: 'autostartFirings',
    from: 'autostart_firings',
    columns: 'task_id, day, due_at, fired_at, outcome, refusal',
    key: [
      ['task_id', 'text'],
      ['day', 'date'],
    ],
  },
  {
    name: 'hours',
    from: 'offer_hours',
    columns: 'hour_at, station_id, accepted, missed, ignored_time, ignored_price, ignored_schedule',
    key: [
      ['hour_at', 'timestamptz'],
      ['station_id', 'text'],
    ],
  },
  { name: 'requests', from: 'request_hours', columns: 'hour_at, used', key: [['hour_at', 'timestamptz']] },
  {
    name: 'notifications',
    from: 'notifications',
    columns: 'id, kind, params, created_at, read_at, acknowledged_at',
    key: [['id', 'bigint']],
  },
  {
    name: 'notificationSettings',
    from: 'notification_settings',
    columns: 'routes, channels, quiet, repeat, reminder_minutes, updated_at',
    key: [['updated_at', 'timestamptz']],
  },
  { name: 'pushDevices', from: 'push_devices', columns: 'id, user_agent, created_at', key: [['id', 'text']] },
  {
    name: 'messages',
    from: 'outbox',
    columns: 'id, channel, recipient, template, state, created_at, sent_at',
    key: [['id', 'bigint']],
  },
  {
    name: 'supportRequests',
    from: 'support_requests',
    columns: `id, topic, state, opened_at, due_at, (select coalesce(json_agg(json_build_object(
      'author', author, 'text', text, 'written_at', written_at) order by m.id), '[]')
      from support_messages m where m.request_id = support_requests.id) as messages`,
    key: [['id', 'bigint']],
  },
  {
    name: 'location',
    from: 'locations',
    columns: 'latitude, longitude, label, saved_at, instant, asked_at',
    key: [['saved_at', 'timestamptz']],
  },
  { name: 'instantDays', from: 'instant_days', columns: 'day, first_at', key: [['day', 'date']] },
  {
    name: 'operatorActions',
    from: 'admin_actions',
    columns: 'id, acted_at, action, details',
    key: [['id', 'bigint']],
  },
  { name: 'balances', from: 'ledger_accounts', columns: 'kind, balance_cents', key: [['id', 'bigint']] },
  {
    name: 'ledger',
    from: 'ledger_entries',
    columns: `id, at, kind, reference, memo, (select coalesce(sum(amount_cents), 0)
      from ledger_lines e join ledger_accounts a on a.id = e.account_id
      where e.entry_id = ledger_entries.id and a.driver_id = ledger_entries.driver_id) as owed_cents`,
    key: [['id', 'bigint']],
  },
  {
    name: 'subscriptions',
    from: 'subscription_periods',
    columns: 'plan, from_at, until_at',
    key: [['from_at', 'timestamptz']],
  },
  {
    name: 'payer',
    from: 'payers',
    columns: 'customer_id, default_method, autopay, created_at',
    key: [['created_at', 'timestamptz']],
  },
  {
    name: 'invoices',
    from: 'invoices',
    columns: `number, kind, variant, state, time_zone, from_at, to_at, plan, days, billed_to, coupon_code, items_cents, coupon_cents,
      credits_cents, waived_cents, due_cents, credited_cents, created_at, issued_at, paid_at`,
    key: [['id', 'text']],
  },
  {
    name: 'invoiceItems',
    from: 'invoice_items',
    columns: 'invoice_id, position, kind, reference, cents, at, details, credited_by',
    key: [
      ['invoice_id', 'text'],
      ['position', 'int'],
    ],
  },
  {
    name: 'creditNotes',
    from: 'credit_notes',
    columns: 'number, cause, cents, coupon_cents, waived_cents, reason, at',
    key: [['number', 'text']],
  },
  {
    name: 'payments',
    from: 'payments',
    columns: `reference, state, charge_id, method, amount_cents, fee_cents, off_session, reason, refunded_cents, created_at, paid_at,
      (select coalesce(json_agg(json_build_object('amount_cents', amount_cents, 'state', r.state, 'reason', r.reason,
        'created_at', r.created_at) order by r.created_at), '[]') from refunds r where r.payment_id = payments.id) as refunds,
      (select coalesce(json_agg(json_build_object('amount_cents', amount_cents, 'state', d.state, 'reason', d.reason,
        'opened_at', d.opened_at) order by d.opened_at), '[]') from disputes d where d.payment_id = payments.id) as disputes`,
    key: [['id', 'text']],
  },
  { name: 'coupons', from: 'coupon_uses', columns: 'code', key: [['code', 'text']] },
  { name: 'referralCodes', from: 'referral_codes', columns: 'code, keep_credits', key: [['code', 'text']] },
  {
    name: 'invitations',
    from: 'invitations',
    columns: 'id, phone, sent_at, archived_at',
    key: [['id', 'bigint']],
  },
  // Without the friend's identity: their account is private.
  {
    name: 'referrals',
    from: 'referrals',
    columns: 'joined_at, earned_at, used_by as used_by_invoice',
    key: [['friend_id', 'text']],
  },
]
