// What db/migrations make together; written by server/db/schema.ts, compared by a test.
import type { Generated } from 'kysely'
import type { BotReason, Phase, StartMode, StartRefusal } from '@madruga/core/bot-states.ts'
import type { LogEntry, MissCause, Precedence } from '@madruga/core/events.ts'
import type { Filter, RuleResult } from '@madruga/core/filters.ts'
import type { HouseRules } from '@madruga/core/house-rules.ts'
import type { BudgetState, Confirmation, InstanceCode, InstanceInput, InstanceKind } from '@madruga/core/instances.ts'
import type { CouponDiscount, ItemDetails, MemberPriceFrom, Prices } from '@madruga/core/invoices.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { ReconciliationReport } from '@madruga/core/ledger.ts'
import type { NotificationKind, NotifySettings } from '@madruga/core/notify.ts'
import type { Offer, OfferKind } from '@madruga/core/offers.ts'
import type { BankAction, DisputeMoney } from '@madruga/core/payments.ts'
import type { CustomSpeed, Speed } from '@madruga/core/settings.ts'
import type { DefaultInstant, DefaultJson, IdentityColumn, InstantColumn, JsonColumn } from './columns.ts'

/** Every table of db/migrations, as kysely types them. */
export type Tables = {
  admin_actions: {
    id: IdentityColumn
    acted_at: DefaultInstant
    actor_id: string | null
    actor: string
    action: string
    driver_id: string | null
    driver_email: string | null
    details: DefaultJson<Record<string, unknown>>
  }
  attempts: {
    id: IdentityColumn
    driver_id: string
    platform: string
    offer_id: string
    offer: JsonColumn<Offer>
    rules: JsonColumn<RuleResult[]>
    gen: number
    epoch: number
    filter_version: number
    state: Generated<'intent' | 'waiting' | 'accepted' | 'missed'>
    cause: MissCause | null
    reaction_ms: number | null
    created_at: DefaultInstant
    settled_at: InstantColumn | null
    waiting: 'pending' | 'waitlisted' | 'provisional' | null
    platform_block_id: string | null
    read_backs: Generated<number>
    read_at: InstantColumn | null
    waiting_seq: number | null
    block_id: string | null
    missed_seq: number | null
    counts_at: InstantColumn | null
  }
  autostart_firings: {
    task_id: string
    day: string
    driver_id: string
    due_at: InstantColumn
    fired_at: InstantColumn
    outcome: 'done' | 'refused' | 'late'
    refusal: StartRefusal | null
  }
  autostart_tasks: {
    id: string
    driver_id: string
    action: 'start' | 'stop'
    mode: 'regular' | 'regular_and_instant' | 'instant_only'
    live_log: Generated<boolean>
    minute: number
    time_zone: string
    from_day: string
    to_day: string
    next_day: string | null
    next_at: InstantColumn | null
    created_at: DefaultInstant
    removed_at: InstantColumn | null
    weekdays: Generated<number[]>
  }
  award_others: {
    award_id: number
    driver_id: string
    precedence: JsonColumn<Precedence>
    rules: JsonColumn<RuleResult[]>
    filter_version: number
  }
  awards: {
    id: IdentityColumn
    driver_id: string
    platform: string
    shift_id: string
    offer_id: string
    offer: JsonColumn<Offer>
    state: Generated<'decided' | 'open' | 'tried' | 'taken' | 'passed'>
    decided_at: InstantColumn
    opened_at: InstantColumn | null
    settled_at: InstantColumn | null
  }
  blocks: {
    id: string
    driver_id: string
    platform: string
    platform_block_id: string
    offer_id: string
    attempt_id: number | null
    station_id: string
    kind: OfferKind
    start_at: InstantColumn
    end_at: InstantColumn
    pay_cents: number
    tip_cents: Generated<number>
    miles: number | null
    stops: number | null
    state: Generated<'held' | 'checked_in' | 'done' | 'forfeited'>
    accepted_at: DefaultInstant
    forfeited_at: InstantColumn | null
    pay_basis: 'estimated' | 'unknown' | null
    currency: string | null
    end_estimated: Generated<boolean>
    read_at: InstantColumn | null
    changed_at: InstantColumn | null
    loss: 'gone' | 'taken' | 'canceled' | null
    missing_since: InstantColumn | null
  }
  bots: {
    driver_id: string
    variant: 'amazon' | 'spark' | 'courier'
    phase: Generated<Phase>
    gps: Generated<boolean>
    mode: Generated<StartMode>
    live_log: Generated<boolean>
    reason: BotReason | null
    due_at: InstantColumn | null
    gen: Generated<number>
    epoch: Generated<number>
    owner: string | null
    speed: Generated<Speed>
    custom: JsonColumn<CustomSpeed> | null
    started_at: InstantColumn | null
    window_started_at: InstantColumn | null
    cool_until: InstantColumn | null
    troubles: Generated<number>
    updated_at: DefaultInstant
    shadow_until: InstantColumn | null
    limits_reset_at: InstantColumn | null
    rest_until: InstantColumn | null
  }
  calendar_links: {
    driver_id: string
    digest: Buffer
    sealed_secret: Buffer
    created_at: DefaultInstant
    read_at: InstantColumn | null
  }
  captcha_uses: {
    id: string
    expires_at: InstantColumn
  }
  check_ins: {
    block_id: string
    driver_id: string
    asked_at: InstantColumn
    at: InstantColumn | null
    fee_cents: Generated<number>
  }
  code_tickets: {
    id: string
    purpose: 'register' | 'reset' | 'email' | 'preferred_email' | 'phone'
    driver_id: string | null
    email: string | null
    phone: string | null
    variant: 'amazon' | 'spark' | 'courier' | null
    language: Language
    channel: 'sms' | 'email'
    code_digest: Buffer | null
    code_expires_at: InstantColumn | null
    tries_left: Generated<number>
    resend_at: InstantColumn
    phone_proven: Generated<boolean>
    proven: Generated<boolean>
    used_at: InstantColumn | null
    expires_at: InstantColumn
    created_at: DefaultInstant
    former_codes: DefaultJson<{ digest: string; expiresAt: number }[]>
  }
  confirmations: {
    id: string
    driver_id: string
    platform: string
    offer_id: string
    offer: JsonColumn<Offer>
    rules: JsonColumn<RuleResult[]>
    filter_version: number
    state: Generated<'open' | 'yes' | 'no' | 'accepted' | 'missed' | 'expired'>
    asked_at: DefaultInstant
    expires_at: InstantColumn
    answered_at: InstantColumn | null
  }
  coupon_uses: {
    code: string
    driver_id: string
    invoice_id: string
  }
  coupons: {
    code: string
    cut: JsonColumn<CouponDiscount>
    applies_to: 'subscriptions' | 'everything'
    from_at: InstantColumn
    until_at: InstantColumn | null
    most_uses: number | null
    uses: Generated<number>
    stopped_at: InstantColumn | null
    created_at: InstantColumn
    actor: string
    note: Generated<string>
  }
  credentials: {
    id: string
    driver_id: string
    account_id: string
    provider_id: string
    access_token: string | null
    refresh_token: string | null
    id_token: string | null
    access_token_expires_at: InstantColumn | null
    refresh_token_expires_at: InstantColumn | null
    scope: string | null
    password: string | null
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  credit_notes: {
    number: string
    invoice_id: string
    driver_id: string | null
    cause: 'correction' | 'refund' | 'operator' | 'coupon'
    cents: number
    reason: Generated<string>
    at: InstantColumn
    coupon_cents: Generated<number>
    waived_cents: Generated<number>
  }
  day_figures: {
    driver_id: string
    day: string
    seen: Generated<number>
    accepted: Generated<number>
    missed: Generated<number>
    ignored_time: Generated<number>
    ignored_price: Generated<number>
    ignored_schedule: Generated<number>
    booked_cents: Generated<number>
  }
  demo_weeks: {
    driver_id: string
    from_at: InstantColumn
    until_at: InstantColumn
    lived_to: InstantColumn
    ended_at: InstantColumn | null
  }
  disputes: {
    id: string
    payment_id: string
    state: 'open' | 'lost' | 'won'
    reason: string
    amount_cents: number
    withdrawn: JsonColumn<DisputeMoney> | null
    reinstated: JsonColumn<DisputeMoney> | null
    opened_at: InstantColumn
    ended_at: InstantColumn | null
  }
  driver_cards: {
    driver_id: string
    digest: string
  }
  driver_stations: {
    driver_id: string
    platform: string
    station_id: string
    currency: string | null
  }
  drivers: {
    id: string
    name: string
    email: string
    email_verified: Generated<boolean>
    image: string | null
    language: Generated<Language>
    variant: Generated<'amazon' | 'spark' | 'courier'>
    plan_number: 1 | 2 | null
    time_zone: Generated<string>
    role: Generated<'driver' | 'operator'>
    status: Generated<'active' | 'inactive' | 'suspended'>
    subscribed_until: InstantColumn | null
    device_id: string | null
    created_at: DefaultInstant
    updated_at: DefaultInstant
    first_name: Generated<string>
    last_name: Generated<string>
    phone: string | null
    phone_confirmed: Generated<boolean>
    preferred_email: string | null
    referral_code_used: string | null
    terms_version: string | null
    terms_accepted_at: InstantColumn | null
    status_reason: string | null
    status_cause: Generated<'operator' | 'dues' | 'demo'>
    is_demo: Generated<boolean>
    language_chosen: Generated<boolean>
    number: IdentityColumn
    signed_in_at: InstantColumn | null
  }
  filters: {
    driver_id: string
    variant: 'amazon' | 'spark' | 'courier'
    version: number
    body: JsonColumn<Filter>
    saved_at: DefaultInstant
    removed: Generated<boolean>
    moved: Generated<boolean>
  }
  fleet_samples: {
    at: InstantColumn
    not_running: number
    preparing: number
    running: number
    sleeping: number
    failed_to_launch: number
    pending_termination: number
    cooling_down: number
    silent: number
  }
  former_identities: {
    digest: string
    coupons: Generated<string[]>
    left_at: InstantColumn
  }
  former_tokens: {
    digest: Buffer
    session_id: string
    until: InstantColumn
  }
  idempotency_keys: {
    scope: string
    driver_id: string
    key: string
    request_hash: Buffer
    answer: JsonColumn<unknown>
    created_at: DefaultInstant
  }
  incidents: {
    id: IdentityColumn
    kind: string
    subject: Generated<string>
    count: number | null
    since_at: InstantColumn | null
    opened_at: InstantColumn
    seen_at: InstantColumn
    told_at: InstantColumn | null
    over_at: InstantColumn | null
    acknowledged_at: InstantColumn | null
    acknowledged_by: string | null
    muted_until: InstantColumn | null
    muted_by: string | null
    held_count: number | null
    owner_id: string | null
  }
  instance_budgets: {
    instance_id: string
    state: JsonColumn<BudgetState>
  }
  instant_days: {
    driver_id: string
    day: string
    first_at: InstantColumn
  }
  invitations: {
    id: IdentityColumn
    driver_id: string
    phone: string
    sent_at: InstantColumn
    archived_at: InstantColumn | null
  }
  invoice_counters: {
    year: number
    last: number
  }
  invoice_items: {
    invoice_id: string
    position: number
    kind: 'block' | 'instant_day' | 'check_in' | 'subscription_week'
    reference: string
    cents: number
    at: InstantColumn
    details: DefaultJson<ItemDetails>
    driver_id: string | null
    credited_by: string | null
  }
  invoice_reminders: {
    invoice_id: string
    days: number
    at: InstantColumn
  }
  invoices: {
    id: string
    number: string | null
    driver_id: string | null
    kind: 'week' | 'subscription'
    variant: 'amazon' | 'spark' | 'courier'
    state: 'draft' | 'abandoned' | 'unpaid' | 'paid' | 'credited'
    time_zone: string
    from_at: InstantColumn
    to_at: InstantColumn
    plan: 'advanced' | 'professional' | null
    days: 7 | 14 | null
    span_ms: number | null
    billed_to: JsonColumn<{ name: string; email: string }>
    coupon_code: string | null
    items_cents: number
    coupon_cents: Generated<number>
    credits_cents: Generated<number>
    waived_cents: Generated<number>
    due_cents: number
    credited_cents: Generated<number>
    created_at: InstantColumn
    issued_at: InstantColumn | null
    paid_at: InstantColumn | null
  }
  job_runs: {
    job: string
    ran_at: InstantColumn
    done_at: InstantColumn | null
    failures: Generated<number>
    failed_at: InstantColumn | null
    retry_at: InstantColumn | null
    last_error: string | null
  }
  key_checks: {
    key_id: string
    sealed_check: Buffer
    created_at: DefaultInstant
  }
  ledger_accounts: {
    id: IdentityColumn
    driver_id: string | null
    kind: 'receivable' | 'receivable.gone' | 'revenue.blocks' | 'revenue.instant_days' | 'revenue.check_ins' | 'revenue.subscriptions' | 'revenue.fees' | 'discounts.coupons' | 'discounts.referrals' | 'discounts.waived' | 'gateway' | 'gateway_fees' | 'refunds'
    balance_cents: Generated<number>
  }
  ledger_entries: {
    id: IdentityColumn
    at: InstantColumn
    kind: 'invoice' | 'credit_note' | 'payment' | 'refund' | 'gateway_fee' | 'dispute'
    reference: string
    driver_id: string | null
    memo: Generated<string>
    line_count: number
  }
  ledger_lines: {
    entry_id: number
    account_id: number
    amount_cents: number
  }
  locations: {
    driver_id: string
    latitude: number
    longitude: number
    label: string
    saved_at: DefaultInstant
    instant: Generated<'off' | 'pending' | 'on'>
    asked_at: InstantColumn | null
  }
  log_entries: {
    driver_id: string
    seq: number
    at: InstantColumn
    type: LogEntry['type']
    data: JsonColumn<LogEntry['data']>
  }
  log_heads: {
    driver_id: string
    last_seq: Generated<number>
  }
  log_ignored: {
    at: InstantColumn
    listing: number
    form: number
    driver_number: number
    seq: number
    own: string | null
  }
  log_parts: {
    id: IdentityColumn
    digest: string
    used_on: string
    data: JsonColumn<unknown>
  }
  log_writers: {
    id: string
    batch: Generated<number>
    seen_at: DefaultInstant
  }
  member_months: {
    driver_id: string
    platform: string
    month: string
    cents: number
    currency: string
    noted_at: InstantColumn
  }
  migrations: {
    name: string
    checksum: string
    applied_at: DefaultInstant
    needs: string | null
  }
  notification_settings: {
    driver_id: string
    routes: JsonColumn<NotifySettings['routes']>
    channels: JsonColumn<NotifySettings['channels']>
    quiet: JsonColumn<NotifySettings['quiet']>
    repeat: JsonColumn<NotifySettings['repeat']>
    reminder_minutes: 60 | 30 | 15 | null
    updated_at: DefaultInstant
  }
  notifications: {
    id: IdentityColumn
    driver_id: string
    kind: NotificationKind
    params: DefaultJson<Record<string, string | number | null>>
    event: string
    matters: Generated<boolean>
    created_at: DefaultInstant
    read_at: InstantColumn | null
    acknowledged_at: InstantColumn | null
    due_at: InstantColumn | null
    round: Generated<number>
    burst_until: InstantColumn | null
    joined_to: number | null
  }
  observations: {
    id: IdentityColumn
    platform: string
    offer_id: string
    variant: 'amazon' | 'spark' | 'courier'
    station_id: string
    kind: OfferKind
    start_at: InstantColumn
    end_at: InstantColumn
    pay_cents: number
    tip_cents: number
    miles: number | null
    stops: number | null
    batched: boolean
    expires_at: InstantColumn | null
    seen_at: InstantColumn
    pay_basis: 'estimated' | 'unknown' | null
    currency: string | null
    end_estimated: Generated<boolean>
    skills: string[] | null
    is_full: Generated<boolean>
  }
  offer_hours: {
    driver_id: string
    hour_at: InstantColumn
    station_id: string
    accepted: Generated<number>
    missed: Generated<number>
    ignored_time: Generated<number>
    ignored_price: Generated<number>
    ignored_schedule: Generated<number>
  }
  operator_backup_codes: {
    driver_id: string
    digest: Buffer
  }
  operator_factors: {
    driver_id: string
    state: 'pending' | 'active'
    sealed_secret: Buffer
    last_step: Generated<number>
    created_at: InstantColumn
  }
  outbox: {
    id: IdentityColumn
    driver_id: string | null
    channel: 'push' | 'email' | 'sms' | 'call'
    recipient: string
    template: string
    event: string
    sealed_content: Buffer | null
    seal_row: string
    state: Generated<'waiting' | 'sent' | 'failed' | 'given_up'>
    attempts: Generated<number>
    due_at: DefaultInstant
    taken_until: InstantColumn | null
    expires_at: InstantColumn | null
    error: string | null
    reference: string | null
    created_at: DefaultInstant
    sent_at: InstantColumn | null
    ask_at: InstantColumn | null
    arrived_at: InstantColumn | null
  }
  passkeys: {
    id: Generated<string>
    driver_id: string
    credential_id: string
    public_key: Buffer
    counter: number
    name: string
    created_at: InstantColumn
    used_at: InstantColumn | null
  }
  payers: {
    driver_id: string
    customer_id: string
    default_method: string | null
    autopay: Generated<boolean>
    created_at: InstantColumn
  }
  payments: {
    id: string
    reference: string
    driver_id: string | null
    invoice_id: string
    state: 'open' | 'needs_action' | 'refused' | 'processing' | 'canceled' | 'paid'
    charge_id: string | null
    customer_id: string | null
    method: JsonColumn<{ id: string; kind: 'card' | 'bank'; brand: string; last4: string }> | null
    amount_cents: number
    fee_cents: number
    off_session: Generated<boolean>
    reason: string | null
    action: JsonColumn<BankAction> | null
    refunded_cents: Generated<number>
    disputed_cents: Generated<number>
    gateway_fee_cents: number | null
    created_at: InstantColumn
    changed_at: InstantColumn
    asked_at: InstantColumn | null
    paid_at: InstantColumn | null
    freed_at: InstantColumn | null
  }
  platform_accounts: {
    driver_id: string
    variant: 'amazon' | 'spark' | 'courier'
    platform: string
    email: string
    sealed_password: Buffer | null
    sealed_tokens: Buffer | null
    platform_driver_id: string | null
    state: Generated<'connected' | 'sign_in_refused'>
    quota_per_hour: number | null
    blocks_compared_at: DefaultInstant
    updated_at: DefaultInstant
    connected_at: InstantColumn | null
    synced_at: InstantColumn | null
    switched_online_at: InstantColumn | null
    held_read_at: InstantColumn | null
  }
  platform_instances: {
    id: string
    kind: InstanceKind
    name: string
    base_url: string
    sealed_key: Buffer | null
    options: DefaultJson<InstanceInput['options']>
    authorised_by: string
    authorised_on: string
    max_requests_per_minute: number
    allow_private: Generated<boolean>
    active: Generated<boolean>
    created_at: DefaultInstant
    updated_at: DefaultInstant
    house_rules: JsonColumn<HouseRules> | null
    confirmation: JsonColumn<Confirmation> | null
    confirmation_code: JsonColumn<InstanceCode> | null
    member_prices: DefaultJson<MemberPriceFrom[]>
  }
  price_lists: {
    id: IdentityColumn
    at: InstantColumn
    prices: JsonColumn<Prices>
    actor: string
    reason: string
  }
  push_devices: {
    id: string
    driver_id: string
    endpoint: string
    p256dh: string | null
    auth: string | null
    user_agent: string | null
    created_at: DefaultInstant
    kind: Generated<'web' | 'fcm' | 'apns'>
  }
  rate_limits: {
    key: string
    points: Generated<number>
    expire: number | null
  }
  received_events: {
    id: string
    kind: string
    at: InstantColumn
  }
  received_messages: {
    id: IdentityColumn
    channel: 'email' | 'sms' | 'call'
    sender: string
    recipient: string
    subject: string | null
    text: string
    received_at: DefaultInstant
  }
  reconciliations: {
    id: IdentityColumn
    at: InstantColumn
    clean: boolean
    report: JsonColumn<ReconciliationReport>
  }
  referral_codes: {
    driver_id: string
    code: string
    keep_credits: Generated<boolean>
  }
  referrals: {
    friend_id: string
    driver_id: string
    joined_at: InstantColumn
    earned_at: InstantColumn | null
    used_by: string | null
    paid_cents: number | null
  }
  refunds: {
    id: string
    payment_id: string
    refund_id: string | null
    state: 'open' | 'pending' | 'succeeded' | 'failed'
    amount_cents: number
    cause: 'credited' | 'goodwill'
    actor: string
    reason: string
    created_at: InstantColumn
    asked_at: InstantColumn | null
    settled_at: InstantColumn | null
  }
  release_profiles: {
    platform: string
    station_id: string
    minutes: number[]
    looked: number[]
    week_hours: number[]
    week_looked: number[]
    heavy: number[]
    heavy_offers: number
    drops: number
    days: number
    through: string
  }
  releases: {
    block_id: string
    driver_id: string
    asked_at: InstantColumn
    at: InstantColumn | null
    late: boolean
  }
  reminder_skips: {
    block_id: string
    driver_id: string
    at: InstantColumn
  }
  request_hours: {
    driver_id: string
    hour_at: InstantColumn
    used: Generated<number>
    first_half: Generated<number>
    second_half: Generated<number>
  }
  search_polls: {
    driver_id: string
    poll_by: InstantColumn
    epoch: number | null
    minute: number | null
    counts: Buffer | null
    unread_window: InstantColumn | null
    unread_since: InstantColumn | null
    unread_reason: BotReason | null
  }
  service_keys: {
    name: string
    sealed_value: Buffer
    created_at: DefaultInstant
  }
  service_state: {
    only_row: Generated<boolean>
    server_available: Generated<boolean>
    killed: Generated<boolean>
    minimum_app_version: Generated<string>
  }
  sessions: {
    id: string
    driver_id: string
    token: string
    expires_at: InstantColumn
    ip_address: string | null
    user_agent: string | null
    created_at: DefaultInstant
    updated_at: DefaultInstant
    second_factor_at: InstantColumn | null
  }
  shadow_offers: {
    run_id: string
    driver_id: string
    offer_id: string
    offer: JsonColumn<Offer>
    rules: JsonColumn<RuleResult[]>
    station_code: string
    filter_version: number
    seen_at: InstantColumn
  }
  shadow_runs: {
    id: string
    driver_id: string
    variant: 'amazon' | 'spark' | 'courier'
    mode: 'regular' | 'regular_and_instant' | 'instant_only'
    live_log: Generated<boolean>
    started_at: InstantColumn
    ends_at: InstantColumn
    ended_at: InstantColumn | null
    seen: Generated<number>
    ignored_time: Generated<number>
    ignored_price: Generated<number>
    ignored_schedule: Generated<number>
  }
  shifts: {
    platform: string
    shift_id: string
    offer_id: string
    start_at: InstantColumn
    places: number
    first_seen_at: InstantColumn
    changed_at: InstantColumn
  }
  sms_opt_outs: {
    digest: string
    at: InstantColumn
  }
  stations: {
    platform: string
    id: string
    variant: 'amazon' | 'spark' | 'courier'
    code: string
    name: string
    address: Generated<string>
    city: string
    state: string
    programme: string
    latitude: number
    longitude: number
    time_zone: string
  }
  subscription_periods: {
    driver_id: string
    plan: 'advanced' | 'professional'
    from_at: InstantColumn
    until_at: InstantColumn
  }
  support_messages: {
    id: IdentityColumn
    request_id: number
    author: 'driver' | 'operator'
    text: string
    written_at: DefaultInstant
  }
  support_requests: {
    id: IdentityColumn
    driver_id: string
    topic: string
    state: Generated<'open' | 'answered' | 'closed'>
    opened_at: DefaultInstant
    due_at: InstantColumn | null
  }
  verifications: {
    id: string
    identifier: string
    value: string
    expires_at: InstantColumn
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  week_closings: {
    driver_id: string
    since: InstantColumn
    closed_to: InstantColumn
  }
  workers: {
    id: string
    seen_at: DefaultInstant
    capacity: Generated<number>
    held: Generated<number>
    starts_per_second: Generated<number>
  }
}
