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
