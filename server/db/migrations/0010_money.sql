-- A trip of spark has a price of its own by its kind. What counted before stays in the history as it was: a trip cost what a block cost.
update price_lists set prices = prices || jsonb_build_object('tripCents', jsonb_build_object(
  'curbside', prices->'blockCents', 'shopping', prices->'blockCents', 'delivery', prices->'blockCents'));
insert into price_lists (at, prices, actor, reason)
select now(), prices || '{"tripCents": {"curbside": 60, "shopping": 80, "delivery": 60}}', 'upgrade', 'A trip has a price of its own'
from price_lists order by id desc limit 1;

-- Credits are kept for a subscription: weekly invoices use none of them.
alter table referral_codes add column keep_credits boolean not null default false;

-- From when on what a payment was for is to be paid otherwise, though the payment is not over: a debit of which a bank says nothing for too
-- long, and money that a bank took back for good.
alter table payments add column freed_at timestamptz;
