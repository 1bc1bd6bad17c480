-- expand
-- A sign-in after a driver's first one is told of where its browser is new. Earlier accounts have signed in.
alter table drivers add column signed_in_at timestamptz;
update drivers set signed_in_at = created_at;
