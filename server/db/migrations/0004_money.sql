-- What drivers owe and pay, in double entry. Accounts of the house have no driver; one of a driver loses them with their account and
-- keeps what it holds, so that the journal stays true.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  driver_id text references drivers on delete set null,
  kind text not null check (kind in ('receivable', 'receivable.gone', 'revenue.blocks', 'revenue.instant_days', 'revenue.check_ins',
    'revenue.subscriptions', 'revenue.fees', 'discounts.coupons', 'discounts.referrals', 'discounts.waived',
    'gateway', 'gateway_fees', 'refunds')),
  -- The sum of its entries, kept by their trigger.
  balance_cents bigint not null default 0,
  check (kind = 'receivable' or driver_id is null),
  unique (driver_id, kind)
);
create unique index ledger_accounts_house on ledger_accounts (kind) where kind <> 'receivable';
insert into ledger_accounts (kind) values ('receivable.gone'), ('revenue.blocks'), ('revenue.instant_days'), ('revenue.check_ins'),
  ('revenue.subscriptions'), ('revenue.fees'), ('discounts.coupons'), ('discounts.referrals'), ('discounts.waived'),
  ('gateway'), ('gateway_fees'), ('refunds');

-- One row a business event, `reference` naming it: an invoice, a charge, a refund. Neither it nor `memo` names a person.
create table journal (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind in ('invoice', 'credit_note', 'payment', 'refund', 'gateway_fee', 'dispute')),
  reference text not null unique,
  driver_id text references drivers on delete set null,
  memo text not null default '',
  -- How many entries it has: none can join it later.
  entry_count smallint not null check (entry_count >= 2)
);
create index journal_driver on journal (driver_id, id desc);
create index journal_at on journal (at);

-- Debit above zero, credit below.
create table journal_entries (
  journal_id bigint not null references journal,
  account_id bigint not null references ledger_accounts,
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (journal_id, account_id)
);
create index journal_entries_account on journal_entries (account_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: a correction is a new row', tg_table_name using errcode = 'restrict_violation';
end $$;
-- The one change: a driver's rows are nobody's once the driver is deleted.
create function refuse_change_but_forgetting() returns trigger language plpgsql as $$
begin
  if new.driver_id is null and to_jsonb(new) - 'driver_id' = to_jsonb(old) - 'driver_id'
    and not exists (select from drivers where id = old.driver_id) then
    return new;
  end if;
  raise exception '% is append-only: a correction is a new row', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger journal_append_only before delete or truncate on journal for each statement execute function refuse_change();
create trigger journal_unchanged before update on journal for each row execute function refuse_change_but_forgetting();
create trigger journal_entries_append_only before update or delete or truncate on journal_entries
  for each statement execute function refuse_change();
create trigger ledger_accounts_unchanged before update of id, kind, driver_id on ledger_accounts
  for each row execute function refuse_change_but_forgetting();

-- Balances move with the entries of a statement, their accounts locked in one order, so that writers never wait for each other in a circle.
create function move_balances() returns trigger language plpgsql as $$
begin
  perform from ledger_accounts where id in (select account_id from added) order by id for no key update;
  update ledger_accounts a set balance_cents = a.balance_cents + s.cents
  from (select account_id, sum(amount_cents) as cents from added group by account_id) s where a.id = s.account_id;
  return null;
end $$;
create trigger journal_entries_balances after insert on journal_entries referencing new table as added
  for each statement execute function move_balances();

-- At commit, since a row and its entries come one after the other.
create function refuse_unbalanced() returns trigger language plpgsql as $$
declare
  journal_row bigint;
begin
  if tg_table_name = 'journal' then journal_row := new.id; else journal_row := new.journal_id; end if;
  if exists (
    select from journal where id = journal_row
      and (entry_count, 0) <> (select count(*), sum(amount_cents) from journal_entries where journal_id = journal_row)
  ) then
    raise exception 'journal row % does not balance', journal_row using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger journal_balanced after insert on journal deferrable initially deferred
  for each row execute function refuse_unbalanced();
create constraint trigger journal_entries_balanced after insert on journal_entries deferrable initially deferred
  for each row execute function refuse_unbalanced();

-- The last number of each year's invoices. A row, not a sequence: what rolls back leaves no gap.
create table invoice_counters (
  year smallint primary key,
  last integer not null check (last > 0)
);

-- What a driver's request was answered, so that sending it again does nothing and is answered alike. The digest is that of its body.
create table idempotency_keys (
  scope text not null,
  driver_id text not null references drivers on delete cascade,
  key text not null,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (scope, driver_id, key)
);
create index idempotency_keys_driver on idempotency_keys (driver_id);
create index idempotency_keys_created on idempotency_keys (created_at);

-- Events of the card gateway whose effect happened: `id` is the gateway's, `at` when it says that it was.
create table received_events (
  id text primary key,
  kind text not null,
  at timestamptz not null
);

-- What things cost, from when on; the newest row counts, and none is ever changed: that is the history. Before the first one the defaults of
-- the settings count.
create table price_lists (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  prices jsonb not null,
  -- E-mail of the operator, or `command line`.
  actor text not null,
  reason text not null
);

-- Why an account is not active: an operator's own decision stays when an invoice is paid.
alter table drivers add column status_cause text not null default 'operator' check (status_cause in ('operator', 'dues'));

-- Stretches of time that are paid for.
create table subscription_spans (
  driver_id text not null references drivers on delete cascade,
  tier text not null check (tier in ('advanced', 'professional')),
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at),
  primary key (driver_id, from_at)
);
-- Those whose account has to follow when one span ends and another begins.
create index subscription_spans_until on subscription_spans (until_at);

-- A driver at the card gateway, and how they like to pay.
create table payers (
  driver_id text primary key references drivers on delete cascade,
  customer_id text not null unique,
  default_method text,
  -- Weekly invoices are paid from the default method by themselves.
  autopay boolean not null default false,
  created_at timestamptz not null
);

create table coupons (
  code text primary key check (code ~ '^[A-Z0-9-]{3,24}$'),
  -- { kind: percent, percent } or { kind: amount, cents }
  cut jsonb not null,
  applies_to text not null check (applies_to in ('subscriptions', 'everything')),
  from_at timestamptz not null,
  until_at timestamptz check (until_at > from_at),
  most_uses integer check (most_uses > 0),
  uses integer not null default 0 check (uses >= 0 and (most_uses is null or uses <= most_uses)),
  stopped_at timestamptz,
  created_at timestamptz not null,
  actor text not null,
  note text not null default ''
);

-- A subscription that is being bought is a draft without a number; its first payment that succeeds makes it an invoice. Weekly ones are
-- issued at once. The driver's name and address stay as they were when it was issued.
create table invoices (
  id text primary key,
  number text unique check (number ~ '^M-[0-9]{4}-[0-9]{6,}$'),
  driver_id text references drivers on delete set null,
  kind text not null check (kind in ('week', 'subscription')),
  variant text not null check (variant in ('amazon', 'spark')),
  state text not null check (state in ('draft', 'abandoned', 'unpaid', 'paid', 'credited')),
  time_zone text not null,
  -- What it is for, `to_at` not included; of a draft what it would be.
  from_at timestamptz not null,
  to_at timestamptz not null,
  tier text check (tier in ('advanced', 'professional')),
  days smallint check (days in (7, 14)),
  -- How much time it added, for a refund; null until it did.
  span_ms bigint,
  billed_to jsonb not null,
  coupon_code text references coupons,
  items_cents bigint not null check (items_cents >= 0),
  coupon_cents bigint not null default 0 check (coupon_cents >= 0),
  credits_cents bigint not null default 0 check (credits_cents >= 0),
  waived_cents bigint not null default 0 check (waived_cents >= 0),
  -- Before the fee of the way of paying, which belongs to the payment.
  due_cents bigint not null check (due_cents = items_cents - coupon_cents - credits_cents - waived_cents and due_cents >= 0),
  -- Taken back by credit notes.
  credited_cents bigint not null default 0 check (credited_cents between 0 and due_cents),
  created_at timestamptz not null,
  issued_at timestamptz,
  paid_at timestamptz,
  check ((number is null) = (issued_at is null)),
  check ((state in ('draft', 'abandoned')) = (number is null)),
  check ((kind = 'subscription') = (tier is not null and days is not null))
);
create index invoices_driver on invoices (driver_id, created_at desc);
create index invoices_unpaid on invoices (issued_at) where state = 'unpaid';
create index invoices_issued on invoices (issued_at desc) where number is not null;
-- A purchase at a time. A week that closes while a bank takes days over one is a draft too, within its transaction.
create unique index invoices_draft on invoices (driver_id) where state = 'draft' and kind = 'subscription';
-- A week is invoiced once.
create unique index invoices_week on invoices (driver_id, to_at) where kind = 'week';

create table invoice_items (
  invoice_id text not null references invoices,
  position smallint not null check (position > 0),
  kind text not null check (kind in ('block', 'instant_day', 'check_in', 'subscription_week')),
  reference text not null,
  cents bigint not null check (cents > 0),
  -- When it was used; of a week of a subscription when it begins.
  at timestamptz not null,
  -- What the lines name, as it was then: the block's station, start, end and pay.
  details jsonb not null default '{}',
  driver_id text references drivers on delete set null,
  -- By which credit note it was taken back.
  credited_by text,
  primary key (invoice_id, position)
);
-- Nothing is invoiced twice. A draft's items are of its own reference.
create unique index invoice_items_once on invoice_items (driver_id, reference) where credited_by is null and driver_id is not null;

-- A credit note takes items of an invoice back, or lowers it by a coupon; its number is one of the invoices'.
create table credit_notes (
  number text primary key check (number ~ '^M-[0-9]{4}-[0-9]{6,}$'),
  invoice_id text not null references invoices,
  driver_id text references drivers on delete set null,
  cause text not null check (cause in ('correction', 'refund', 'operator', 'coupon')),
  cents bigint not null check (cents >= 0),
  reason text not null default '',
  at timestamptz not null,
  -- What a coupon took off the issued invoice, and what was given away with it; below zero on a later note, whose items had their share of
  -- it. The sums of an invoice are what its other items still have of it.
  coupon_cents bigint not null default 0,
  waived_cents bigint not null default 0,
  check (case cause when 'coupon' then coupon_cents > 0 and waived_cents >= 0 and coupon_cents + waived_cents = cents
    else coupon_cents <= 0 and waived_cents <= 0 end)
);
create index credit_notes_invoice on credit_notes (invoice_id);
create index credit_notes_driver on credit_notes (driver_id);

-- One wish to charge. `id` is the key of the charge at the gateway; `reference` is what the driver reads and searches by.
create table payments (
  id text primary key,
  reference text not null unique check (reference ~ '^P-[0-9A-Z]{8}$'),
  driver_id text references drivers on delete set null,
  invoice_id text not null references invoices,
  state text not null check (state in ('open', 'needs_action', 'refused', 'processing', 'canceled', 'paid')),
  charge_id text unique,
  -- Null where nothing had to be paid, and of drivers who are gone.
  customer_id text,
  -- { id, kind, brand, last4 }; of drivers who are gone the kind alone.
  method jsonb,
  amount_cents bigint not null check (amount_cents >= 0),
  fee_cents bigint not null check (fee_cents >= 0),
  off_session boolean not null default false,
  -- Why it was refused, one of the gateway's reasons.
  reason text,
  -- What the driver has to do at their bank: { clientSecret, url }, until it is done.
  action jsonb,
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
  -- What the driver's bank has taken back and not returned.
  disputed_cents bigint not null default 0 check (disputed_cents >= 0),
  gateway_fee_cents bigint,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- When it was asked about last.
  asked_at timestamptz,
  paid_at timestamptz,
  check ((amount_cents = 0) = (method is null))
);
-- Never two charges for one thing at once.
create unique index payments_live on payments (invoice_id) where state in ('open', 'needs_action');
create index payments_invoice on payments (invoice_id, created_at desc);
create index payments_driver on payments (driver_id, created_at desc);
-- Of all drivers, as operators read them; and what comparing the books looks at each time.
create index payments_created on payments (created_at desc);
create index payments_changed on payments (changed_at);
create index payments_unsettled on payments (coalesce(asked_at, created_at))
  where state in ('open', 'needs_action', 'processing') or (state = 'paid' and amount_cents > 0 and gateway_fee_cents is null);

-- Money on its way back. `id` is the key at the gateway.
create table refunds (
  id text primary key,
  payment_id text not null references payments,
  refund_id text unique,
  state text not null check (state in ('open', 'pending', 'succeeded', 'failed')),
  amount_cents bigint not null check (amount_cents > 0),
  -- Whether a credit note stands behind it, or it is given freely.
  cause text not null check (cause in ('credited', 'goodwill')),
  actor text not null,
  reason text not null,
  created_at timestamptz not null,
  -- When the gateway was asked about it last.
  asked_at timestamptz,
  settled_at timestamptz
);
create index refunds_payment on refunds (payment_id);
create index refunds_open on refunds (asked_at) where state in ('open', 'pending');

-- A payment that its driver's bank disputes; `id` is the gateway's.
create table disputes (
  id text primary key,
  payment_id text not null references payments,
  state text not null check (state in ('open', 'lost', 'won')),
  -- The bank's, such as `fraudulent`.
  reason text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- { amountCents, feeCents }: what the gateway took for it, and what of that it brought back; null until it did.
  withdrawn jsonb,
  reinstated jsonb,
  opened_at timestamptz not null,
  -- When its end was heard of.
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null))
);
create index disputes_payment on disputes (payment_id);
create index disputes_open on disputes (opened_at) where state = 'open';

-- A driver uses a coupon once; a draft that is abandoned gives it back.
create table coupon_uses (
  code text not null references coupons,
  driver_id text not null references drivers on delete cascade,
  invoice_id text not null references invoices,
  primary key (code, driver_id)
);
create index coupon_uses_driver on coupon_uses (driver_id);
create index coupon_uses_invoice on coupon_uses (invoice_id);

-- The code that a driver gives to friends.
create table referral_codes (
  driver_id text primary key references drivers on delete cascade,
  code text not null unique check (code ~ '^[A-Z0-9]{6,12}$')
);
-- Who invited whom by phone: 11 digits with the leading 1.
create table invitations (
  id bigint generated always as identity primary key,
  driver_id text not null references drivers on delete cascade,
  phone text not null check (phone ~ '^1[0-9]{10}$'),
  sent_at timestamptz not null,
  archived_at timestamptz,
  unique (driver_id, phone)
);
-- A friend who registered with a code; whoever invited them is thanked once, by half of a week.
create table referrals (
  -- No reference: who brought them keeps the credit when they delete their account, and the id of a deleted account names nobody.
  friend_id text primary key,
  driver_id text not null references drivers on delete cascade,
  joined_at timestamptz not null,
  -- When the friend's first payment was paid.
  earned_at timestamptz,
  -- The invoice that its credit came off.
  used_by text references invoices
);
create index referrals_driver on referrals (driver_id);
-- Whether a phone that is invited is an account's.
create index drivers_phone on drivers (phone);
create index referrals_used on referrals (used_by);

-- Up to when each driver's weeks are closed, and what they were told of each invoice.
create table week_closings (
  driver_id text primary key references drivers on delete cascade,
  -- From when on what they use is charged: nobody is charged for the time before there were invoices.
  since timestamptz not null,
  closed_to timestamptz not null
);
insert into week_closings (driver_id, since, closed_to) select id, now(), now() from drivers;
create table invoice_reminders (
  invoice_id text not null references invoices,
  days smallint not null,
  at timestamptz not null,
  primary key (invoice_id, days)
);

-- What comparing our books with themselves and with the gateway's came to.
create table reconciliations (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  clean boolean not null,
  report jsonb not null
);
create index reconciliations_at on reconciliations (at);
