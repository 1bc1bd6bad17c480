-- The cards that a driver saved or paid with, as keyed digests of the fingerprints that the gateway gives them: who shares a card is one person to
-- coupons and credits. They go with the account, and become part of `former_identities` then.
create table driver_cards (
  driver_id text not null references drivers (id) on delete cascade,
  digest text not null,
  primary key (driver_id, digest)
);
