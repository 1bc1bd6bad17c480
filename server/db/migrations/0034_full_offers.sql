-- expand
-- Every place of the offer was taken when it was seen: an accept would have joined the wait list.
alter table observations add column is_full boolean not null default false;
