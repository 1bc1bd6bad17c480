-- expand
-- A text is accepted by its provider first, and arrives or is lost later: when to ask next what became of it
-- (null = known, or asked for long enough), and when it arrived.
alter table outbox add column ask_at timestamptz;
alter table outbox add column arrived_at timestamptz;
create index outbox_asked on outbox (ask_at) where ask_at is not null;
-- A lost text has cost as much as one that arrived: the caps of phones count both.
create index outbox_phones_sent on outbox (sent_at) include (recipient)
  where sent_at is not null and channel in ('sms', 'call');
drop index outbox_phones;
