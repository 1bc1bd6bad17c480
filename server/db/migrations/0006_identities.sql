-- Who was here before: keyed digests of the e-mail and confirmed phone of drivers who deleted their account, with the coupons that they used. What
-- is given once to a person is not given again to whoever registers anew. Nobody can be read out of it.
create table former_identities (
  digest text primary key,
  coupons text[] not null default '{}',
  left_at timestamptz not null
);

-- What the friend paid when their first payment earned the credit, which takes no more than that off; null = earned before this was kept.
alter table referrals add column paid_cents integer check (paid_cents > 0);

-- Phones whose owners answered STOP to a text message, by keyed digests.
create table sms_opt_outs (
  digest text primary key,
  at timestamptz not null
);
