-- Who a driver is, and what they agreed to.
alter table drivers
  add column first_name text not null default '',
  add column last_name text not null default '',
  add column phone text check (phone ~ '^1[0-9]{10}$'),
  add column phone_confirmed boolean not null default false,
  add column preferred_email text,
  add column referral_code_used text,
  add column terms_version text,
  add column terms_accepted_at timestamptz,
  add column status_reason text;
create index drivers_created on drivers (created_at desc, id);

-- A driver's way through a code: registering, a new password, a new e-mail or phone. The ticket and the code are stored as
-- digests alone; a row is of no use once it was used or is over, and is swept away then.
create table code_tickets (
  id text primary key,
  purpose text not null check (purpose in ('register', 'reset', 'email', 'preferred_email', 'phone')),
  -- Null where nobody has such an account: the caller cannot tell.
  driver_id text references drivers on delete cascade,
  email text,
  phone text,
  variant text check (variant in ('amazon', 'spark')),
  language text not null check (language in ('en', 'es')),
  channel text not null check (channel in ('sms', 'email')),
  code_digest bytea,
  code_expires_at timestamptz,
  tries_left smallint not null default 0,
  resend_at timestamptz not null,
  -- Registering by SMS proves the phone first and the e-mail then.
  phone_proven boolean not null default false,
  proven boolean not null default false,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);
create index code_tickets_end on code_tickets (expires_at);
create index code_tickets_driver on code_tickets (driver_id);

-- Solved challenges, so that none counts twice.
create table captcha_uses (
  id text primary key,
  expires_at timestamptz not null
);

-- A sync deletes the filter in force: a version that removes, with the body that it removed, so that it can be brought back.
alter table filters add column removed boolean not null default false;

-- Accepted and missed offers are few among thousands of ignored ones, and looked for most.
create index log_entries_won on log_entries (driver_id, seq) where type in ('offer.accepted', 'offer.missed');

alter table platform_accounts
  add column connected_at timestamptz,
  add column synced_at timestamptz;
update platform_accounts set connected_at = updated_at;

-- News of a driver: the inbox. Written in the transaction that makes it true; `event` is what happened, once.
create table notifications (
  id bigint generated always as identity primary key,
  driver_id text not null references drivers on delete cascade,
  kind text not null,
  params jsonb not null default '{}',
  event text not null,
  matters boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  acknowledged_at timestamptz,
  -- When its messages are to be made: at once, then again while nobody acknowledges it. Null = nothing more goes out.
  due_at timestamptz,
  round smallint not null default 0,
  unique (driver_id, event)
);
create index notifications_driver on notifications (driver_id, id desc);
create index notifications_due on notifications (due_at) where due_at is not null;

create table notification_settings (
  driver_id text primary key references drivers on delete cascade,
  routes jsonb not null,
  channels jsonb not null,
  quiet jsonb not null,
  repeat jsonb not null,
  reminder_minutes smallint check (reminder_minutes in (60, 30, 15)),
  updated_at timestamptz not null default now()
);

create table push_devices (
  id text primary key,
  driver_id text not null references drivers on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  user_agent text,
  created_at timestamptz not null default now()
);
create index push_devices_driver on push_devices (driver_id);

-- Messages to go out, one an event and channel, with retries. The content is sealed (kit/seal: table, column, id) and forgotten
-- once nothing more is to be done with it: a sent code must not be read here.
create table outbox (
  id bigint generated always as identity primary key,
  driver_id text references drivers on delete set null,
  channel text not null check (channel in ('push', 'email', 'sms', 'call')),
  recipient text not null,
  template text not null,
  event text not null unique,
  sealed_content bytea,
  seal_row text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'given_up')),
  attempts smallint not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  -- A worker that took it and died is believed dead then.
  taken_until timestamptz,
  -- A message that comes too late helps nobody.
  expires_at timestamptz,
  error text,
  reference text,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz
);
create index outbox_due on outbox (due_at) where state = 'waiting';
create index outbox_driver on outbox (driver_id, id desc);
-- What phones were sent lately, for the daily caps.
create index outbox_phones on outbox (sent_at) include (recipient) where state = 'sent' and channel in ('sms', 'call');

-- What the embedded gateways for e-mail, SMS and calls were given.
create table received_messages (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms', 'call')),
  sender text not null,
  recipient text not null,
  subject text,
  text text not null,
  received_at timestamptz not null default clock_timestamp()
);
create index received_messages_recipient on received_messages (recipient, id desc);

-- Keys that the service makes once and shares between its processes, sealed.
create table service_keys (
  name text primary key,
  sealed_value bytea not null,
  created_at timestamptz not null default now()
);

create table support_requests (
  id bigint generated always as identity primary key,
  driver_id text not null references drivers on delete cascade,
  topic text not null,
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  opened_at timestamptz not null default clock_timestamp(),
  due_at timestamptz
);
create index support_requests_driver on support_requests (driver_id, id desc);
create index support_requests_due on support_requests (due_at) where state = 'open';

create table support_messages (
  id bigint generated always as identity primary key,
  request_id bigint not null references support_requests on delete cascade,
  author text not null check (author in ('driver', 'operator')),
  text text not null,
  written_at timestamptz not null default clock_timestamp()
);
create index support_messages_request on support_messages (request_id, id);

-- Everything that an operator did, in the words of the day: it outlives the driver whom it was about.
create table admin_actions (
  id bigint generated always as identity primary key,
  acted_at timestamptz not null default clock_timestamp(),
  actor_id text,
  actor text not null,
  action text not null,
  driver_id text,
  driver_email text,
  details jsonb not null default '{}'
);
create index admin_actions_driver on admin_actions (driver_id, id desc);
