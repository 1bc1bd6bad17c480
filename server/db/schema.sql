-- What db/migrations make together; written by server/db/schema.ts, compared by a test.

create extension pg_trgm;

create table admin_actions (
  id bigint not null generated always as identity,
  acted_at timestamp with time zone not null default clock_timestamp(),
  actor_id text,
  actor text not null,
  action text not null,
  driver_id text,
  driver_email text,
  details jsonb not null default '{}'::jsonb,
  constraint admin_actions_pkey PRIMARY KEY (id)
);
CREATE INDEX admin_actions_actor ON public.admin_actions USING btree (actor_id, acted_at DESC);
CREATE INDEX admin_actions_backup ON public.admin_actions USING btree (acted_at) WHERE (action = 'service.back_up'::text);
CREATE INDEX admin_actions_driver ON public.admin_actions USING btree (driver_id, id DESC);
CREATE TRIGGER admin_actions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.admin_actions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table attempts (
  id bigint not null generated always as identity,
  driver_id text not null,
  platform text not null,
  offer_id text not null,
  offer jsonb not null,
  rules jsonb not null,
  gen integer not null,
  epoch integer not null,
  filter_version integer not null,
  state text not null default 'intent'::text,
  cause text,
  reaction_ms real,
  created_at timestamp with time zone not null default clock_timestamp(),
  settled_at timestamp with time zone,
  waiting text,
  platform_block_id text,
  read_backs smallint not null default 0,
  read_at timestamp with time zone,
  waiting_seq bigint,
  block_id text,
  missed_seq bigint,
  counts_at timestamp with time zone,
  constraint attempts_pkey PRIMARY KEY (id),
  constraint attempts_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint attempts_driver_id_platform_offer_id_key UNIQUE (driver_id, platform, offer_id),
  constraint attempts_state_check CHECK ((state = ANY (ARRAY['intent'::text, 'waiting'::text, 'accepted'::text, 'missed'::text]))),
  constraint attempts_waiting_check CHECK ((waiting = ANY (ARRAY['pending'::text, 'waitlisted'::text, 'provisional'::text])))
);
CREATE INDEX attempts_missed_age ON public.attempts USING btree (created_at) WHERE (state = 'missed'::text);
CREATE INDEX attempts_run ON public.attempts USING btree (driver_id, gen);
CREATE INDEX attempts_taken_back ON public.attempts USING btree (driver_id) WHERE (missed_seq IS NOT NULL);
CREATE INDEX attempts_waiting ON public.attempts USING btree (read_at) WHERE (state = 'waiting'::text);
CREATE INDEX attempts_waiting_driver ON public.attempts USING btree (driver_id) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX attempts_one_open ON public.attempts USING btree (driver_id) WHERE (state = 'intent'::text);

create table autostart_firings (
  task_id text not null,
  day date not null,
  driver_id text not null,
  due_at timestamp with time zone not null,
  fired_at timestamp with time zone not null,
  outcome text not null,
  refusal text,
  constraint autostart_firings_pkey PRIMARY KEY (task_id, day),
  constraint autostart_firings_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint autostart_firings_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text, 'late'::text]))),
  constraint autostart_firings_task_id_fkey FOREIGN KEY (task_id) REFERENCES autostart_tasks(id) ON DELETE CASCADE
);
CREATE INDEX autostart_firings_age ON public.autostart_firings USING btree (due_at);
CREATE INDEX autostart_firings_driver ON public.autostart_firings USING btree (driver_id, due_at DESC);

create table autostart_tasks (
  id text not null,
  driver_id text not null,
  action text not null,
  mode text not null,
  live_log boolean not null default true,
  minute smallint not null,
  time_zone text not null,
  from_day date not null,
  to_day date not null,
  next_day date,
  next_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  removed_at timestamp with time zone,
  weekdays smallint[] not null default '{1,2,3,4,5,6,7}'::smallint[],
  constraint autostart_tasks_pkey PRIMARY KEY (id),
  constraint autostart_tasks_action_check CHECK ((action = ANY (ARRAY['start'::text, 'stop'::text]))),
  constraint autostart_tasks_check CHECK ((to_day >= from_day)),
  constraint autostart_tasks_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint autostart_tasks_minute_check CHECK (((minute >= 0) AND (minute <= 1439))),
  constraint autostart_tasks_mode_check CHECK ((mode = ANY (ARRAY['regular'::text, 'regular_and_instant'::text, 'instant_only'::text]))),
  constraint autostart_tasks_weekdays_check CHECK ((((cardinality(weekdays) >= 1) AND (cardinality(weekdays) <= 7)) AND (weekdays <@ '{1,2,3,4,5,6,7}'::smallint[])))
);
CREATE INDEX autostart_tasks_driver ON public.autostart_tasks USING btree (driver_id);
CREATE INDEX autostart_tasks_next ON public.autostart_tasks USING btree (next_at) WHERE (removed_at IS NULL);

create table award_others (
  award_id bigint not null,
  driver_id text not null,
  precedence jsonb not null,
  rules jsonb not null,
  filter_version integer not null,
  constraint award_others_pkey PRIMARY KEY (award_id, driver_id),
  constraint award_others_award_id_fkey FOREIGN KEY (award_id) REFERENCES awards(id) ON DELETE CASCADE,
  constraint award_others_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);
CREATE INDEX award_others_driver ON public.award_others USING btree (driver_id);

create table awards (
  id bigint not null generated always as identity,
  driver_id text not null,
  platform text not null,
  shift_id text not null,
  offer_id text not null,
  offer jsonb not null,
  state text not null default 'decided'::text,
  decided_at timestamp with time zone not null,
  opened_at timestamp with time zone,
  settled_at timestamp with time zone,
  constraint awards_pkey PRIMARY KEY (id),
  constraint awards_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint awards_driver_id_platform_offer_id_key UNIQUE (driver_id, platform, offer_id),
  constraint awards_state_check CHECK ((state = ANY (ARRAY['decided'::text, 'open'::text, 'tried'::text, 'taken'::text, 'passed'::text])))
);
CREATE INDEX awards_age ON public.awards USING btree (decided_at);
CREATE INDEX awards_platform ON public.awards USING btree (platform, decided_at);

create table blocks (
  id text not null,
  driver_id text not null,
  platform text not null,
  platform_block_id text not null,
  offer_id text not null,
  attempt_id bigint,
  station_id text not null,
  kind text not null,
  start_at timestamp with time zone not null,
  end_at timestamp with time zone not null,
  pay_cents integer not null,
  tip_cents integer not null default 0,
  miles real,
  stops integer,
  state text not null default 'held'::text,
  accepted_at timestamp with time zone not null default clock_timestamp(),
  forfeited_at timestamp with time zone,
  pay_basis text,
  currency text,
  end_estimated boolean not null default false,
  read_at timestamp with time zone,
  changed_at timestamp with time zone,
  loss text,
  missing_since timestamp with time zone,
  constraint blocks_pkey PRIMARY KEY (id),
  constraint blocks_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES attempts(id),
  constraint blocks_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint blocks_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint blocks_loss_check CHECK ((loss = ANY (ARRAY['gone'::text, 'taken'::text, 'canceled'::text]))),
  constraint blocks_pay_basis_check CHECK ((pay_basis = ANY (ARRAY['estimated'::text, 'unknown'::text]))),
  constraint blocks_platform_platform_block_id_key UNIQUE (platform, platform_block_id),
  constraint blocks_state_check CHECK ((state = ANY (ARRAY['held'::text, 'checked_in'::text, 'done'::text, 'forfeited'::text])))
);
CREATE INDEX blocks_adopted ON public.blocks USING btree (accepted_at) WHERE (attempt_id IS NULL);
CREATE INDEX blocks_ahead ON public.blocks USING btree (start_at) WHERE (state = ANY (ARRAY['held'::text, 'checked_in'::text]));
CREATE INDEX blocks_driver ON public.blocks USING btree (driver_id, start_at);
CREATE INDEX blocks_forfeited ON public.blocks USING btree (forfeited_at) WHERE (state = 'forfeited'::text);
CREATE INDEX blocks_missing ON public.blocks USING btree (read_at) WHERE (missing_since IS NOT NULL);
CREATE INDEX blocks_open ON public.blocks USING btree (read_at) WHERE (end_estimated AND (state = ANY (ARRAY['held'::text, 'checked_in'::text])));

create table bots (
  driver_id text not null,
  variant text not null,
  phase text not null default 'not_running'::text,
  gps boolean not null default false,
  mode text not null default 'regular'::text,
  live_log boolean not null default true,
  reason text,
  due_at timestamp with time zone,
  gen integer not null default 0,
  epoch integer not null default 0,
  owner text,
  speed text not null default '1X'::text,
  custom jsonb,
  started_at timestamp with time zone,
  window_started_at timestamp with time zone,
  cool_until timestamp with time zone,
  troubles integer not null default 0,
  updated_at timestamp with time zone not null default now(),
  shadow_until timestamp with time zone,
  limits_reset_at timestamp with time zone,
  rest_until timestamp with time zone,
  constraint bots_pkey PRIMARY KEY (driver_id),
  constraint bots_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint bots_owner_fkey FOREIGN KEY (owner) REFERENCES workers(id) ON DELETE SET NULL,
  constraint bots_variant_check CHECK ((variant = ANY (ARRAY['amazon'::text, 'spark'::text, 'courier'::text])))
);
CREATE INDEX bots_at_work ON public.bots USING btree (started_at) WHERE (phase = ANY (ARRAY['preparing'::text, 'running'::text, 'sleeping'::text]));
CREATE INDEX bots_awaiting_human ON public.bots USING btree (driver_id) WHERE ((phase = 'sleeping'::text) AND (reason = 'human_verification'::text));
CREATE INDEX bots_due ON public.bots USING btree (due_at) WHERE ((due_at IS NOT NULL) AND (NOT ((phase = 'preparing'::text) AND (owner IS NULL))));
CREATE INDEX bots_owner ON public.bots USING btree (owner) WHERE (owner IS NOT NULL);
CREATE INDEX bots_updated ON public.bots USING btree (updated_at);
CREATE INDEX bots_waiting ON public.bots USING btree (phase, updated_at, driver_id) WHERE ((owner IS NULL) AND (phase = ANY (ARRAY['preparing'::text, 'running'::text])));

create table calendar_links (
  driver_id text not null,
  digest bytea not null,
  sealed_secret bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  read_at timestamp with time zone,
  constraint calendar_links_pkey PRIMARY KEY (driver_id),
  constraint calendar_links_digest_key UNIQUE (digest),
  constraint calendar_links_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);

create table captcha_uses (
  id text not null,
  expires_at timestamp with time zone not null,
  constraint captcha_uses_pkey PRIMARY KEY (id)
);

create table check_ins (
  block_id text not null,
  driver_id text not null,
  asked_at timestamp with time zone not null,
  at timestamp with time zone,
  fee_cents integer not null default 0,
  constraint check_ins_pkey PRIMARY KEY (block_id),
  constraint check_ins_block_id_fkey FOREIGN KEY (block_id) REFERENCES blocks(id) ON DELETE CASCADE,
  constraint check_ins_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint check_ins_fee_cents_check CHECK ((fee_cents >= 0))
);
CREATE INDEX check_ins_driver ON public.check_ins USING btree (driver_id, at);
CREATE INDEX check_ins_open ON public.check_ins USING btree (asked_at) WHERE (at IS NULL);

create table code_tickets (
  id text not null,
  purpose text not null,
  driver_id text,
  email text,
  phone text,
  variant text,
  language text not null,
  channel text not null,
  code_digest bytea,
  code_expires_at timestamp with time zone,
  tries_left smallint not null default 0,
  resend_at timestamp with time zone not null,
  phone_proven boolean not null default false,
  proven boolean not null default false,
  used_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  former_codes jsonb not null default '[]'::jsonb,
  constraint code_tickets_pkey PRIMARY KEY (id),
  constraint code_tickets_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text]))),
  constraint code_tickets_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint code_tickets_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'reset'::text, 'email'::text, 'preferred_email'::text, 'phone'::text]))),
  constraint code_tickets_variant_check CHECK ((variant = ANY (ARRAY['amazon'::text, 'spark'::text, 'courier'::text])))
);
CREATE INDEX code_tickets_driver ON public.code_tickets USING btree (driver_id);
CREATE INDEX code_tickets_end ON public.code_tickets USING btree (expires_at);

create table confirmations (
  id text not null,
  driver_id text not null,
  platform text not null,
  offer_id text not null,
  offer jsonb not null,
  rules jsonb not null,
  filter_version integer not null,
  state text not null default 'open'::text,
  asked_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  constraint confirmations_pkey PRIMARY KEY (id),
  constraint confirmations_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint confirmations_driver_id_platform_offer_id_key UNIQUE (driver_id, platform, offer_id),
  constraint confirmations_state_check CHECK ((state = ANY (ARRAY['open'::text, 'yes'::text, 'no'::text, 'accepted'::text, 'missed'::text, 'expired'::text])))
);
CREATE INDEX confirmations_asked ON public.confirmations USING btree (asked_at);
CREATE INDEX confirmations_open ON public.confirmations USING btree (driver_id) WHERE (state = ANY (ARRAY['open'::text, 'yes'::text]));

create table coupon_uses (
  code text not null,
  driver_id text not null,
  invoice_id text not null,
  constraint coupon_uses_pkey PRIMARY KEY (code, driver_id),
  constraint coupon_uses_code_fkey FOREIGN KEY (code) REFERENCES coupons(code),
  constraint coupon_uses_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint coupon_uses_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id)
);
CREATE INDEX coupon_uses_driver ON public.coupon_uses USING btree (driver_id);
CREATE INDEX coupon_uses_invoice ON public.coupon_uses USING btree (invoice_id);

create table coupons (
  code text not null,
  cut jsonb not null,
  applies_to text not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone,
  most_uses integer,
  uses integer not null default 0,
  stopped_at timestamp with time zone,
  created_at timestamp with time zone not null,
  actor text not null,
  note text not null default ''::text,
  constraint coupons_pkey PRIMARY KEY (code),
  constraint coupons_applies_to_check CHECK ((applies_to = ANY (ARRAY['subscriptions'::text, 'everything'::text]))),
  constraint coupons_check CHECK ((until_at > from_at)),
  constraint coupons_check1 CHECK (((uses >= 0) AND ((most_uses IS NULL) OR (uses <= most_uses)))),
  constraint coupons_code_check CHECK ((code ~ '^[A-Z0-9-]{3,24}$'::text)),
  constraint coupons_most_uses_check CHECK ((most_uses > 0))
);

create table credentials (
  id text not null,
  driver_id text not null,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint credentials_pkey PRIMARY KEY (id),
  constraint credentials_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);
CREATE INDEX credentials_driver ON public.credentials USING btree (driver_id);

create table credit_notes (
  number text not null,
  invoice_id text not null,
  driver_id text,
  cause text not null,
  cents bigint not null,
  reason text not null default ''::text,
  at timestamp with time zone not null,
  coupon_cents bigint not null default 0,
  waived_cents bigint not null default 0,
  constraint credit_notes_pkey PRIMARY KEY (number),
  constraint credit_notes_cause_check CHECK ((cause = ANY (ARRAY['correction'::text, 'refund'::text, 'operator'::text, 'coupon'::text]))),
  constraint credit_notes_cents_check CHECK ((cents >= 0)),
  constraint credit_notes_check CHECK (
CASE cause
    WHEN 'coupon'::text THEN ((coupon_cents > 0) AND (waived_cents >= 0) AND ((coupon_cents + waived_cents) = cents))
    ELSE ((coupon_cents <= 0) AND (waived_cents <= 0))
END),
  constraint credit_notes_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE SET NULL,
  constraint credit_notes_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint credit_notes_number_check CHECK ((number ~ '^M-[0-9]{4}-[0-9]{6,}$'::text))
);
CREATE INDEX credit_notes_driver ON public.credit_notes USING btree (driver_id);
CREATE INDEX credit_notes_invoice ON public.credit_notes USING btree (invoice_id);

create table day_figures (
  driver_id text not null,
  day date not null,
  seen integer not null default 0,
  accepted integer not null default 0,
  missed integer not null default 0,
  ignored_time integer not null default 0,
  ignored_price integer not null default 0,
  ignored_schedule integer not null default 0,
  booked_cents bigint not null default 0,
  constraint day_figures_pkey PRIMARY KEY (driver_id, day),
  constraint day_figures_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);
CREATE INDEX day_figures_day ON public.day_figures USING btree (day);

create table demo_weeks (
  driver_id text not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  lived_to timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint demo_weeks_pkey PRIMARY KEY (driver_id),
  constraint demo_weeks_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);

create table disputes (
  id text not null,
  payment_id text not null,
  state text not null,
  reason text not null,
  amount_cents bigint not null,
  withdrawn jsonb,
  reinstated jsonb,
  opened_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_amount_cents_check CHECK ((amount_cents > 0)),
  constraint disputes_check CHECK (((state = 'open'::text) = (ended_at IS NULL))),
  constraint disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint disputes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'lost'::text, 'won'::text])))
);
CREATE INDEX disputes_open ON public.disputes USING btree (opened_at) WHERE (state = 'open'::text);
CREATE INDEX disputes_payment ON public.disputes USING btree (payment_id);

create table driver_cards (
  driver_id text not null,
  digest text not null,
  constraint driver_cards_pkey PRIMARY KEY (driver_id, digest),
  constraint driver_cards_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);

create table driver_stations (
  driver_id text not null,
  platform text not null,
  station_id text not null,
  currency text,
  constraint driver_stations_pkey PRIMARY KEY (driver_id, platform, station_id),
  constraint driver_stations_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint driver_stations_platform_station_id_fkey FOREIGN KEY (platform, station_id) REFERENCES stations(platform, id)
);

create table drivers (
  id text not null,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  language text not null default 'en'::text,
  variant text not null default 'amazon'::text,
  plan_number smallint,
  time_zone text not null default 'America/New_York'::text,
  role text not null default 'driver'::text,
  status text not null default 'active'::text,
  subscribed_until timestamp with time zone,
  device_id text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  phone text,
  phone_confirmed boolean not null default false,
  preferred_email text,
  referral_code_used text,
  terms_version text,
  terms_accepted_at timestamp with time zone,
  status_reason text,
  status_cause text not null default 'operator'::text,
  is_demo boolean not null default false,
  language_chosen boolean not null default true,
  number integer not null generated always as identity,
  signed_in_at timestamp with time zone,
  constraint drivers_pkey PRIMARY KEY (id),
  constraint drivers_email_key UNIQUE (email),
  constraint drivers_phone_check CHECK (((phone ~ '^1[0-9]{10}$'::text) OR (phone ~ '^[2-9][0-9]{7,14}$'::text))),
  constraint drivers_plan_number_check CHECK ((plan_number = ANY (ARRAY[1, 2]))),
  constraint drivers_role_check CHECK ((role = ANY (ARRAY['driver'::text, 'operator'::text]))),
  constraint drivers_status_cause_check CHECK ((status_cause = ANY (ARRAY['operator'::text, 'dues'::text, 'demo'::text]))),
  constraint drivers_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'suspended'::text]))),
  constraint drivers_variant_check CHECK ((variant = ANY (ARRAY['amazon'::text, 'spark'::text, 'courier'::text])))
);
CREATE INDEX drivers_created ON public.drivers USING btree (created_at DESC, id);
CREATE INDEX drivers_email_start ON public.drivers USING btree (email text_pattern_ops);
CREATE INDEX drivers_folded ON public.drivers USING gin (lower(translate(((((((name || ' '::text) || first_name) || ' '::text) || last_name) || ' '::text) || email), 'ÁÀÂÃÄÅáàâãäåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÑñÇç'::text, 'AAAAAAaaaaaaEEEEeeeeIIIIiiiiOOOOOoooooUUUUuuuuNnCc'::text)) gin_trgm_ops);
CREATE INDEX drivers_not_active ON public.drivers USING btree (id) WHERE (status <> 'active'::text);
CREATE INDEX drivers_phone ON public.drivers USING btree (phone);
CREATE INDEX drivers_phone_start ON public.drivers USING btree (phone text_pattern_ops);
CREATE INDEX drivers_plan_end ON public.drivers USING btree (subscribed_until) WHERE (plan_number IS NOT NULL);
CREATE INDEX drivers_words ON public.drivers USING gin ((((((((name || ' '::text) || first_name) || ' '::text) || last_name) || ' '::text) || email)) gin_trgm_ops, phone gin_trgm_ops);

create table filters (
  driver_id text not null,
  variant text not null,
  version integer not null,
  body jsonb not null,
  saved_at timestamp with time zone not null default now(),
  removed boolean not null default false,
  moved boolean not null default false,
  constraint filters_pkey PRIMARY KEY (driver_id, variant, version),
  constraint filters_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint filters_variant_check CHECK ((variant = ANY (ARRAY['amazon'::text, 'spark'::text, 'courier'::text]))),
  constraint filters_version_check CHECK ((version > 0))
);
CREATE INDEX filters_age ON public.filters USING btree (saved_at);
CREATE INDEX filters_paid ON public.filters USING btree (((body ->> 'plan'::text)), driver_id) WHERE ((body ->> 'plan'::text) <> 'basic'::text);

create table fleet_samples (
  at timestamp with time zone not null,
  not_running integer not null,
  preparing integer not null,
  running integer not null,
  sleeping integer not null,
  failed_to_launch integer not null,
  pending_termination integer not null,
  cooling_down integer not null,
  silent integer not null,
  constraint fleet_samples_pkey PRIMARY KEY (at)
);

create table former_identities (
  digest text not null,
  coupons text[] not null default '{}'::text[],
  left_at timestamp with time zone not null,
  constraint former_identities_pkey PRIMARY KEY (digest)
);

create table former_tokens (
  digest bytea not null,
  session_id text not null,
  until timestamp with time zone not null,
  constraint former_tokens_pkey PRIMARY KEY (digest),
  constraint former_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX former_tokens_session ON public.former_tokens USING btree (session_id);

create table idempotency_keys (
  scope text not null,
  driver_id text not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint idempotency_keys_pkey PRIMARY KEY (scope, driver_id, key),
  constraint idempotency_keys_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_created ON public.idempotency_keys USING btree (created_at);
CREATE INDEX idempotency_keys_driver ON public.idempotency_keys USING btree (driver_id);

create table incidents (
  id bigint not null generated always as identity,
  kind text not null,
  subject text not null default ''::text,
  count integer,
  since_at timestamp with time zone,
  opened_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  told_at timestamp with time zone,
  over_at timestamp with time zone,
  acknowledged_at timestamp with time zone,
  acknowledged_by text,
  muted_until timestamp with time zone,
  muted_by text,
  held_count integer,
  owner_id text,
  constraint incidents_pkey PRIMARY KEY (id),
  constraint incidents_acknowledged_by_fkey FOREIGN KEY (acknowledged_by) REFERENCES drivers(id) ON DELETE SET NULL,
  constraint incidents_check CHECK ((over_at >= opened_at)),
  constraint incidents_muted_by_fkey FOREIGN KEY (muted_by) REFERENCES drivers(id) ON DELETE SET NULL,
  constraint incidents_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES drivers(id) ON DELETE SET NULL
);
CREATE INDEX incidents_acknowledged_by ON public.incidents USING btree (acknowledged_by) WHERE (acknowledged_by IS NOT NULL);
CREATE INDEX incidents_muted_by ON public.incidents USING btree (muted_by) WHERE (muted_by IS NOT NULL);
CREATE INDEX incidents_over ON public.incidents USING btree (over_at) WHERE (over_at IS NOT NULL);
CREATE INDEX incidents_owner ON public.incidents USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE UNIQUE INDEX incidents_open ON public.incidents USING btree (kind, subject) WHERE (over_at IS NULL);

create table instance_budgets (
  instance_id text not null,
  state jsonb not null,
  constraint instance_budgets_pkey PRIMARY KEY (instance_id),
  constraint instance_budgets_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES platform_instances(id) ON DELETE CASCADE
);

create table instant_days (
  driver_id text not null,
  day date not null,
  first_at timestamp with time zone not null,
  constraint instant_days_pkey PRIMARY KEY (driver_id, day),
  constraint instant_days_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);

create table invitations (
  id bigint not null generated always as identity,
  driver_id text not null,
  phone text not null,
  sent_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint invitations_driver_id_phone_key UNIQUE (driver_id, phone),
  constraint invitations_phone_check CHECK ((phone ~ '^1[0-9]{10}$'::text))
);

create table invoice_counters (
  year smallint not null,
  last integer not null,
  constraint invoice_counters_pkey PRIMARY KEY (year),
  constraint invoice_counters_last_check CHECK ((last > 0))
);

create table invoice_items (
  invoice_id text not null,
  position smallint not null,
  kind text not null,
  reference text not null,
  cents bigint not null,
  at timestamp with time zone not null,
  details jsonb not null default '{}'::jsonb,
  driver_id text,
  credited_by text,
  constraint invoice_items_pkey PRIMARY KEY (invoice_id, "position"),
  constraint invoice_items_cents_check CHECK ((cents > 0)),
  constraint invoice_items_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE SET NULL,
  constraint invoice_items_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint invoice_items_kind_check CHECK ((kind = ANY (ARRAY['block'::text, 'instant_day'::text, 'check_in'::text, 'subscription_week'::text]))),
  constraint invoice_items_position_check CHECK (("position" > 0))
);
CREATE UNIQUE INDEX invoice_items_once ON public.invoice_items USING btree (driver_id, reference) WHERE ((credited_by IS NULL) AND (driver_id IS NOT NULL));

create table invoice_reminders (
  invoice_id text not null,
  days smallint not null,
  at timestamp with time zone not null,
  constraint invoice_reminders_pkey PRIMARY KEY (invoice_id, days),
  constraint invoice_reminders_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id)
);

create table invoices (
  id text not null,
  number text,
  driver_id text,
  kind text not null,
  variant text not null,
  state text not null,
  time_zone text not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  plan text,
  days smallint,
  span_ms bigint,
  billed_to jsonb not null,
  coupon_code text,
  items_cents bigint not null,
  coupon_cents bigint not null default 0,
  credits_cents bigint not null default 0,
  waived_cents bigint not null default 0,
  due_cents bigint not null,
  credited_cents bigint not null default 0,
  created_at timestamp with time zone not null,
  issued_at timestamp with time zone,
  paid_at timestamp with time zone,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_check CHECK (((due_cents = (((items_cents - coupon_cents) - credits_cents) - waived_cents)) AND (due_cents >= 0))),
  constraint invoices_check1 CHECK (((credited_cents >= 0) AND (credited_cents <= due_cents))),
  constraint invoices_check2 CHECK (((number IS NULL) = (issued_at IS NULL))),
  constraint invoices_check3 CHECK (((state = ANY (ARRAY['draft'::text, 'abandoned'::text])) = (number IS NULL))),
  constraint invoices_check4 CHECK (((kind = 'subscription'::text) = ((plan IS NOT NULL) AND (days IS NOT NULL)))),
  constraint invoices_coupon_cents_check CHECK ((coupon_cents >= 0)),
  constraint invoices_coupon_code_fkey FOREIGN KEY (coupon_code) REFERENCES coupons(code),
  constraint invoices_credits_cents_check CHECK ((credits_cents >= 0)),
  constraint invoices_days_check CHECK ((days = ANY (ARRAY[7, 14]))),
  constraint invoices_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE SET NULL,
  constraint invoices_items_cents_check CHECK ((items_cents >= 0)),
  constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['week'::text, 'subscription'::text]))),
  constraint invoices_number_check CHECK ((number ~ '^M-[0-9]{4}-[0-9]{6,}$'::text)),
  constraint invoices_number_key UNIQUE (number),
  constraint invoices_plan_check CHECK ((plan = ANY (ARRAY['advanced'::text, 'professional'::text]))),
  constraint invoices_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'abandoned'::text, 'unpaid'::text, 'paid'::text, 'credited'::text]))),
  constraint invoices_variant_check CHECK ((variant = ANY (ARRAY['amazon'::text, 'spark'::text, 'courier'::text]))),
  constraint invoices_waived_cents_check CHECK ((waived_cents >= 0))
);
CREATE INDEX invoices_billed_words ON public.invoices USING gin (((billed_to ->> 'name'::text)) gin_trgm_ops, ((billed_to ->> 'email'::text)) gin_trgm_ops);
CREATE INDEX invoices_driver ON public.invoices USING btree (driver_id, created_at DESC);
CREATE INDEX invoices_issued ON public.invoices USING btree (issued_at DESC) WHERE (number IS NOT NULL);
CREATE INDEX invoices_number_start ON public.invoices USING btree (number text_pattern_ops) WHERE (number IS NOT NULL);
CREATE INDEX invoices_unpaid ON public.invoices USING btree (issued_at) WHERE (state = 'unpaid'::text);
CREATE INDEX invoices_words ON public.invoices USING gin (number gin_trgm_ops);
CREATE UNIQUE INDEX invoices_draft ON public.invoices USING btree (driver_id) WHERE ((state = 'draft'::text) AND (kind = 'subscription'::text));
CREATE UNIQUE INDEX invoices_week ON public.invoices USING btree (driver_id, to_at) WHERE (kind = 'week'::text);

create table job_runs (
  job text not null,
  ran_at timestamp with time zone not null,
  done_at timestamp with time zone,
  failures integer not null default 0,
  failed_at timestamp with time zone,
  retry_at timestamp with time zone,
  last_error text,
  constraint job_runs_pkey PRIMARY KEY (job)
);

create table key_checks (
  key_id text not null,
  sealed_check bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint key_checks_pkey PRIMARY KEY (key_id)
);

create table ledger_accounts (
  id bigint not null generated always as identity,
  driver_id text,
  kind text not null,
  balance_cents bigint not null default 0,
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_check CHECK (((kind = 'receivable'::text) OR (driver_id IS NULL))),
  constraint ledger_accounts_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE SET NULL,
  constraint ledger_accounts_driver_id_kind_key UNIQUE (driver_id, kind),
  constraint ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['receivable'::text, 'receivable.gone'::text, 'revenue.blocks'::text, 'revenue.instant_days'::text, 'revenue.check_ins'::text, 'revenue.subscriptions'::text, 'revenue.fees'::text, 'discounts.coupons'::text, 'discounts.referrals'::text, 'discounts.waived'::text, 'gateway'::text, 'gateway_fees'::text, 'refunds'::text])))
);
CREATE UNIQUE INDEX ledger_accounts_house ON public.ledger_accounts USING btree (kind) WHERE (kind <> 'receivable'::text);
CREATE TRIGGER ledger_accounts_unchanged BEFORE UPDATE OF id, kind, driver_id ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change_but_forgetting();

create table ledger_entries (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  kind text not null,
  reference text not null,
  driver_id text,
  memo text not null default ''::text,
  line_count smallint not null,
  constraint ledger_entries_pkey PRIMARY KEY (id),
  constraint journal_balanced TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint ledger_entries_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE SET NULL,
  constraint ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text, 'payment'::text, 'refund'::text, 'gateway_fee'::text, 'dispute'::text]))),
  constraint ledger_entries_line_count_check CHECK ((line_count >= 2)),
  constraint ledger_entries_reference_key UNIQUE (reference)
);
CREATE INDEX ledger_entries_at ON public.ledger_entries USING btree (at);
CREATE INDEX ledger_entries_driver ON public.ledger_entries USING btree (driver_id, id DESC);
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER ledger_entries_balanced AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced();
CREATE TRIGGER ledger_entries_unchanged BEFORE UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change_but_forgetting();

create table ledger_lines (
  entry_id bigint not null,
  account_id bigint not null,
  amount_cents bigint not null,
  constraint ledger_lines_pkey PRIMARY KEY (entry_id, account_id),
  constraint journal_entries_balanced TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint ledger_lines_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint ledger_lines_amount_cents_check CHECK ((amount_cents <> 0)),
  constraint ledger_lines_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id)
);
CREATE INDEX ledger_lines_account ON public.ledger_lines USING btree (account_id);
CREATE TRIGGER ledger_lines_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER ledger_lines_balanced AFTER INSERT ON public.ledger_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced();
CREATE TRIGGER ledger_lines_balances AFTER INSERT ON public.ledger_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION move_balances();

create table locations (
  driver_id text not null,
  latitude double precision not null,
  longitude double precision not null,
  label text not null,
  saved_at timestamp with time zone not null default clock_timestamp(),
  instant text not null default 'off'::text,
  asked_at timestamp with time zone,
  constraint locations_pkey PRIMARY KEY (driver_id),
  constraint locations_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint locations_instant_check CHECK ((instant = ANY (ARRAY['off'::text, 'pending'::text, 'on'::text]))),
  constraint locations_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint locations_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision)))
);
CREATE INDEX locations_asked ON public.locations USING btree (asked_at NULLS FIRST);

create table log_entries (
  driver_id text not null,
  seq bigint not null,
  at timestamp with time zone not null,
  type text not null,
  data json not null,
  constraint log_entries_pkey PRIMARY KEY (driver_id, seq, at)
) partition by RANGE (at);
CREATE INDEX log_entries_states ON ONLY public.log_entries USING btree (driver_id, seq) WHERE (type = 'bot.state_changed'::text);
CREATE INDEX log_entries_won ON ONLY public.log_entries USING btree (driver_id, seq) WHERE (type = ANY (ARRAY['offer.accepted'::text, 'offer.missed'::text]));

create table log_entries_default partition of log_entries default;

create table log_heads (
  driver_id text not null,
  last_seq bigint not null default 0,
  constraint log_heads_pkey PRIMARY KEY (driver_id),
  constraint log_heads_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);

create table log_ignored (
  at timestamp with time zone not null,
  listing bigint not null,
  form bigint not null,
  driver_number integer not null,
  seq integer not null,
  own text
) partition by RANGE (at);
CREATE INDEX log_ignored_lines ON ONLY public.log_ignored USING btree (driver_number, ((seq >> 6)));

create table log_ignored_default partition of log_ignored default;

create table log_parts (
  id bigint not null generated always as identity,
  digest uuid not null,
  used_on date not null,
  data json not null,
  constraint log_parts_pkey PRIMARY KEY (id),
  constraint log_parts_digest_key UNIQUE (digest)
);
CREATE INDEX log_parts_used ON public.log_parts USING btree (used_on);

create table log_writers (
  id text not null,
  batch bigint not null default 0,
  seen_at timestamp with time zone not null default now(),
  constraint log_writers_pkey PRIMARY KEY (id)
);

create table member_months (
  driver_id text not null,
  platform text not null,
  month text not null,
  cents integer not null,
  currency text not null,
  noted_at timestamp with time zone not null,
  constraint member_months_pkey PRIMARY KEY (driver_id, platform, month),
  constraint member_months_cents_check CHECK ((cents >= 0)),
  constraint member_months_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint member_months_month_check CHECK ((month ~ '^\d{4}-\d{2}$'::text))
);
CREATE INDEX member_months_month ON public.member_months USING btree (month, platform);

create table migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  needs text,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table notification_settings (
  driver_id text not null,
  routes jsonb not null,
  channels jsonb not null,
  quiet jsonb not null,
  repeat jsonb not null,
  reminder_minutes smallint,
  updated_at timestamp with time zone not null default now(),
  constraint notification_settings_pkey PRIMARY KEY (driver_id),
  constraint notification_settings_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint notification_settings_reminder_minutes_check CHECK ((reminder_minutes = ANY (ARRAY[60, 30, 15])))
);

create table notifications (
  id bigint not null generated always as identity,
  driver_id text not null,
  kind text not null,
  params jsonb not null default '{}'::jsonb,
  event text not null,
  matters boolean not null default false,
  created_at timestamp with time zone not null default clock_timestamp(),
  read_at timestamp with time zone,
  acknowledged_at timestamp with time zone,
  due_at timestamp with time zone,
  round smallint not null default 0,
  burst_until timestamp with time zone,
  joined_to bigint,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_driver_id_event_key UNIQUE (driver_id, event),
  constraint notifications_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);
CREATE INDEX notifications_age ON public.notifications USING btree (created_at);
CREATE INDEX notifications_bursts ON public.notifications USING btree (driver_id, burst_until) WHERE (burst_until IS NOT NULL);
CREATE INDEX notifications_driver ON public.notifications USING btree (driver_id, id DESC);
CREATE INDEX notifications_due ON public.notifications USING btree (due_at) WHERE (due_at IS NOT NULL);

create table observations (
  id bigint not null generated always as identity,
  platform text not null,
  offer_id text not null,
  variant text not null,
  station_id text not null,
  kind text not null,
  start_at timestamp with time zone not null,
  end_at timestamp with time zone not null,
  pay_cents integer not null,
  tip_cents integer not null,
  miles double precision,
  stops integer,
  batched boolean not null,
  expires_at timestamp with time zone,
  seen_at timestamp with time zone not null,
  pay_basis text,
  currency text,
  end_estimated boolean not null default false,
  skills text[],
  is_full boolean not null default false,
  constraint observations_pkey PRIMARY KEY (id),
  constraint observations_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint observations_pay_basis_check CHECK ((pay_basis = ANY (ARRAY['estimated'::text, 'unknown'::text]))),
  constraint observations_platform_offer_id_key UNIQUE (platform, offer_id),
  constraint observations_variant_check CHECK ((variant = ANY (ARRAY['amazon'::text, 'spark'::text, 'courier'::text])))
);
CREATE INDEX observations_seen ON public.observations USING btree (seen_at);
CREATE INDEX observations_station ON public.observations USING btree (platform, station_id, seen_at);

create table offer_hours (
  driver_id text not null,
  hour_at timestamp with time zone not null,
  station_id text not null,
  accepted integer not null default 0,
  missed integer not null default 0,
  ignored_time integer not null default 0,
  ignored_price integer not null default 0,
  ignored_schedule integer not null default 0,
  constraint offer_hours_pkey PRIMARY KEY (driver_id, hour_at, station_id),
  constraint offer_hours_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);
CREATE INDEX offer_hours_age ON public.offer_hours USING btree (hour_at);

create table operator_backup_codes (
  driver_id text not null,
  digest bytea not null,
  constraint operator_backup_codes_pkey PRIMARY KEY (driver_id, digest),
  constraint operator_backup_codes_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);

create table operator_factors (
  driver_id text not null,
  state text not null,
  sealed_secret bytea not null,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  constraint operator_factors_pkey PRIMARY KEY (driver_id, state),
  constraint operator_factors_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint operator_factors_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'active'::text])))
);

create table outbox (
  id bigint not null generated always as identity,
  driver_id text,
  channel text not null,
  recipient text not null,
  template text not null,
  event text not null,
  sealed_content bytea,
  seal_row text not null,
  state text not null default 'waiting'::text,
  attempts smallint not null default 0,
  due_at timestamp with time zone not null default clock_timestamp(),
  taken_until timestamp with time zone,
  expires_at timestamp with time zone,
  error text,
  reference text,
  created_at timestamp with time zone not null default clock_timestamp(),
  sent_at timestamp with time zone,
  ask_at timestamp with time zone,
  arrived_at timestamp with time zone,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_channel_check CHECK ((channel = ANY (ARRAY['push'::text, 'email'::text, 'sms'::text, 'call'::text]))),
  constraint outbox_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE SET NULL,
  constraint outbox_event_key UNIQUE (event),
  constraint outbox_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'given_up'::text])))
);
CREATE INDEX outbox_age ON public.outbox USING btree (created_at) WHERE (state <> 'waiting'::text);
CREATE INDEX outbox_asked ON public.outbox USING btree (ask_at) WHERE (ask_at IS NOT NULL);
CREATE INDEX outbox_driver ON public.outbox USING btree (driver_id, id DESC);
CREATE INDEX outbox_due ON public.outbox USING btree (due_at) WHERE (state = 'waiting'::text);
CREATE INDEX outbox_phones_sent ON public.outbox USING btree (sent_at) INCLUDE (recipient) WHERE ((sent_at IS NOT NULL) AND (channel = ANY (ARRAY['sms'::text, 'call'::text])));

create table passkeys (
  id text not null default (gen_random_uuid())::text,
  driver_id text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  name text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_driver ON public.passkeys USING btree (driver_id, created_at);

create table payers (
  driver_id text not null,
  customer_id text not null,
  default_method text,
  autopay boolean not null default false,
  created_at timestamp with time zone not null,
  constraint payers_pkey PRIMARY KEY (driver_id),
  constraint payers_customer_id_key UNIQUE (customer_id),
  constraint payers_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);

create table payments (
  id text not null,
  reference text not null,
  driver_id text,
  invoice_id text not null,
  state text not null,
  charge_id text,
  customer_id text,
  method jsonb,
  amount_cents bigint not null,
  fee_cents bigint not null,
  off_session boolean not null default false,
  reason text,
  action jsonb,
  refunded_cents bigint not null default 0,
  disputed_cents bigint not null default 0,
  gateway_fee_cents bigint,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  asked_at timestamp with time zone,
  paid_at timestamp with time zone,
  freed_at timestamp with time zone,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint payments_charge_id_key UNIQUE (charge_id),
  constraint payments_check CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents))),
  constraint payments_check1 CHECK (((amount_cents = 0) = (method IS NULL))),
  constraint payments_disputed_cents_check CHECK ((disputed_cents >= 0)),
  constraint payments_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE SET NULL,
  constraint payments_fee_cents_check CHECK ((fee_cents >= 0)),
  constraint payments_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint payments_reference_check CHECK ((reference ~ '^P-[0-9A-Z]{8}$'::text)),
  constraint payments_reference_key UNIQUE (reference),
  constraint payments_state_check CHECK ((state = ANY (ARRAY['open'::text, 'needs_action'::text, 'refused'::text, 'processing'::text, 'canceled'::text, 'paid'::text])))
);
CREATE INDEX payments_changed ON public.payments USING btree (changed_at);
CREATE INDEX payments_created ON public.payments USING btree (created_at DESC);
CREATE INDEX payments_driver ON public.payments USING btree (driver_id, created_at DESC);
CREATE INDEX payments_invoice ON public.payments USING btree (invoice_id, created_at DESC);
CREATE INDEX payments_reference_start ON public.payments USING btree (reference text_pattern_ops);
CREATE INDEX payments_unsettled ON public.payments USING btree (COALESCE(asked_at, created_at)) WHERE ((state = ANY (ARRAY['open'::text, 'needs_action'::text, 'processing'::text])) OR ((state = 'paid'::text) AND (amount_cents > 0) AND (gateway_fee_cents IS NULL)));
CREATE INDEX payments_words ON public.payments USING gin (reference gin_trgm_ops);
CREATE UNIQUE INDEX payments_live ON public.payments USING btree (invoice_id) WHERE (state = ANY (ARRAY['open'::text, 'needs_action'::text]));

create table platform_accounts (
  driver_id text not null,
  variant text not null,
  platform text not null,
  email text not null,
  sealed_password bytea,
  sealed_tokens bytea,
  platform_driver_id text,
  state text not null default 'connected'::text,
  quota_per_hour integer,
  blocks_compared_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  connected_at timestamp with time zone,
  synced_at timestamp with time zone,
  switched_online_at timestamp with time zone,
  held_read_at timestamp with time zone,
  constraint platform_accounts_pkey PRIMARY KEY (driver_id, variant),
  constraint platform_accounts_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint platform_accounts_state_check CHECK ((state = ANY (ARRAY['connected'::text, 'sign_in_refused'::text]))),
  constraint platform_accounts_variant_check CHECK ((variant = ANY (ARRAY['amazon'::text, 'spark'::text, 'courier'::text])))
);
CREATE INDEX platform_accounts_compared ON public.platform_accounts USING btree (blocks_compared_at) WHERE (state = 'connected'::text);
CREATE INDEX platform_accounts_online ON public.platform_accounts USING btree (switched_online_at) WHERE (switched_online_at IS NOT NULL);

create table platform_instances (
  id text not null,
  kind text not null,
  name text not null,
  base_url text not null,
  sealed_key bytea,
  options jsonb not null default '{}'::jsonb,
  authorised_by text not null,
  authorised_on date not null,
  max_requests_per_minute integer not null,
  allow_private boolean not null default false,
  active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  house_rules jsonb,
  confirmation jsonb,
  confirmation_code jsonb,
  member_prices jsonb not null default '[]'::jsonb,
  constraint platform_instances_pkey PRIMARY KEY (id),
  constraint platform_instances_authorised_by_check CHECK ((authorised_by <> ''::text)),
  constraint platform_instances_id_check CHECK ((id ~ '^[a-z0-9]{8,32}$'::text)),
  constraint platform_instances_max_requests_per_minute_check CHECK (((max_requests_per_minute >= 1) AND (max_requests_per_minute <= 10000))),
  constraint platform_instances_name_check CHECK ((name <> ''::text))
);

create table price_lists (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  prices jsonb not null,
  actor text not null,
  reason text not null,
  constraint price_lists_pkey PRIMARY KEY (id)
);

create table push_devices (
  id text not null,
  driver_id text not null,
  endpoint text not null,
  p256dh text,
  auth text,
  user_agent text,
  created_at timestamp with time zone not null default now(),
  kind text not null default 'web'::text,
  constraint push_devices_pkey PRIMARY KEY (id),
  constraint push_devices_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint push_devices_endpoint_key UNIQUE (endpoint),
  constraint push_devices_kind_check CHECK ((kind = ANY (ARRAY['web'::text, 'fcm'::text, 'apns'::text])))
);
CREATE INDEX push_devices_driver ON public.push_devices USING btree (driver_id);

create table rate_limits (
  key text not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table received_events (
  id text not null,
  kind text not null,
  at timestamp with time zone not null,
  constraint received_events_pkey PRIMARY KEY (id)
);
CREATE INDEX received_events_age ON public.received_events USING btree (at);

create table received_messages (
  id bigint not null generated always as identity,
  channel text not null,
  sender text not null,
  recipient text not null,
  subject text,
  text text not null,
  received_at timestamp with time zone not null default clock_timestamp(),
  constraint received_messages_pkey PRIMARY KEY (id),
  constraint received_messages_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'call'::text])))
);
CREATE INDEX received_messages_recipient ON public.received_messages USING btree (recipient, id DESC);

create table reconciliations (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  clean boolean not null,
  report jsonb not null,
  constraint reconciliations_pkey PRIMARY KEY (id)
);
CREATE INDEX reconciliations_at ON public.reconciliations USING btree (at);

create table referral_codes (
  driver_id text not null,
  code text not null,
  keep_credits boolean not null default false,
  constraint referral_codes_pkey PRIMARY KEY (driver_id),
  constraint referral_codes_code_check CHECK ((code ~ '^[A-Z0-9]{6,12}$'::text)),
  constraint referral_codes_code_key UNIQUE (code),
  constraint referral_codes_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);

create table referrals (
  friend_id text not null,
  driver_id text not null,
  joined_at timestamp with time zone not null,
  earned_at timestamp with time zone,
  used_by text,
  paid_cents integer,
  constraint referrals_pkey PRIMARY KEY (friend_id),
  constraint referrals_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint referrals_paid_cents_check CHECK ((paid_cents > 0)),
  constraint referrals_used_by_fkey FOREIGN KEY (used_by) REFERENCES invoices(id)
);
CREATE INDEX referrals_driver ON public.referrals USING btree (driver_id);
CREATE INDEX referrals_used ON public.referrals USING btree (used_by);

create table refunds (
  id text not null,
  payment_id text not null,
  refund_id text,
  state text not null,
  amount_cents bigint not null,
  cause text not null,
  actor text not null,
  reason text not null,
  created_at timestamp with time zone not null,
  asked_at timestamp with time zone,
  settled_at timestamp with time zone,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_amount_cents_check CHECK ((amount_cents > 0)),
  constraint refunds_cause_check CHECK ((cause = ANY (ARRAY['credited'::text, 'goodwill'::text]))),
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint refunds_refund_id_key UNIQUE (refund_id),
  constraint refunds_state_check CHECK ((state = ANY (ARRAY['open'::text, 'pending'::text, 'succeeded'::text, 'failed'::text])))
);
CREATE INDEX refunds_open ON public.refunds USING btree (asked_at) WHERE (state = ANY (ARRAY['open'::text, 'pending'::text]));
CREATE INDEX refunds_payment ON public.refunds USING btree (payment_id);

create table release_profiles (
  platform text not null,
  station_id text not null,
  minutes real[] not null,
  looked real[] not null,
  week_hours real[] not null,
  week_looked real[] not null,
  heavy real[] not null,
  heavy_offers real not null,
  drops real not null,
  days real not null,
  through date not null,
  constraint release_profiles_pkey PRIMARY KEY (platform, station_id)
);

create table releases (
  block_id text not null,
  driver_id text not null,
  asked_at timestamp with time zone not null,
  at timestamp with time zone,
  late boolean not null,
  constraint releases_pkey PRIMARY KEY (block_id),
  constraint releases_block_id_fkey FOREIGN KEY (block_id) REFERENCES blocks(id) ON DELETE CASCADE,
  constraint releases_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);
CREATE INDEX releases_at ON public.releases USING btree (at) WHERE (at IS NOT NULL);
CREATE INDEX releases_driver ON public.releases USING btree (driver_id, at);
CREATE INDEX releases_open ON public.releases USING btree (asked_at) WHERE (at IS NULL);

create table reminder_skips (
  block_id text not null,
  driver_id text not null,
  at timestamp with time zone not null,
  constraint reminder_skips_pkey PRIMARY KEY (block_id),
  constraint reminder_skips_block_id_fkey FOREIGN KEY (block_id) REFERENCES blocks(id) ON DELETE CASCADE,
  constraint reminder_skips_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);
CREATE INDEX reminder_skips_driver ON public.reminder_skips USING btree (driver_id);

create table request_hours (
  driver_id text not null,
  hour_at timestamp with time zone not null,
  used integer not null default 0,
  first_half integer not null default 0,
  second_half integer not null default 0,
  constraint request_hours_pkey PRIMARY KEY (driver_id, hour_at),
  constraint request_hours_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);
CREATE INDEX request_hours_age ON public.request_hours USING btree (hour_at);

create table search_polls (
  driver_id text not null,
  poll_by timestamp with time zone not null,
  epoch integer,
  minute integer,
  counts bytea,
  unread_window timestamp with time zone,
  unread_since timestamp with time zone,
  unread_reason text,
  constraint search_polls_pkey PRIMARY KEY (driver_id),
  constraint search_polls_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);
CREATE INDEX search_polls_unread ON public.search_polls USING btree (driver_id) WHERE (unread_since IS NOT NULL);

create table service_keys (
  name text not null,
  sealed_value bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint service_keys_pkey PRIMARY KEY (name)
);

create table service_state (
  only_row boolean not null default true,
  server_available boolean not null default true,
  killed boolean not null default false,
  minimum_app_version text not null default '0.0.0'::text,
  constraint service_state_pkey PRIMARY KEY (only_row),
  constraint service_state_only_row_check CHECK (only_row)
);

create table sessions (
  id text not null,
  driver_id text not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  second_factor_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint sessions_token_key UNIQUE (token)
);
CREATE INDEX sessions_begin ON public.sessions USING btree (created_at);
CREATE INDEX sessions_driver ON public.sessions USING btree (driver_id);
CREATE INDEX sessions_end ON public.sessions USING btree (expires_at);

create table shadow_offers (
  run_id text not null,
  driver_id text not null,
  offer_id text not null,
  offer jsonb not null,
  rules jsonb not null,
  station_code text not null,
  filter_version integer not null,
  seen_at timestamp with time zone not null,
  constraint shadow_offers_pkey PRIMARY KEY (run_id, offer_id),
  constraint shadow_offers_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint shadow_offers_run_id_fkey FOREIGN KEY (run_id) REFERENCES shadow_runs(id) ON DELETE CASCADE
);

create table shadow_runs (
  id text not null,
  driver_id text not null,
  variant text not null,
  mode text not null,
  live_log boolean not null default true,
  started_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  seen integer not null default 0,
  ignored_time integer not null default 0,
  ignored_price integer not null default 0,
  ignored_schedule integer not null default 0,
  constraint shadow_runs_pkey PRIMARY KEY (id),
  constraint shadow_runs_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint shadow_runs_mode_check CHECK ((mode = ANY (ARRAY['regular'::text, 'regular_and_instant'::text, 'instant_only'::text]))),
  constraint shadow_runs_variant_check CHECK ((variant = ANY (ARRAY['amazon'::text, 'spark'::text, 'courier'::text])))
);
CREATE INDEX shadow_runs_age ON public.shadow_runs USING btree (ended_at);
CREATE INDEX shadow_runs_driver ON public.shadow_runs USING btree (driver_id, started_at DESC);
CREATE UNIQUE INDEX shadow_runs_open ON public.shadow_runs USING btree (driver_id) WHERE (ended_at IS NULL);

create table shifts (
  platform text not null,
  shift_id text not null,
  offer_id text not null,
  start_at timestamp with time zone not null,
  places integer not null,
  first_seen_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint shifts_pkey PRIMARY KEY (platform, shift_id)
);
CREATE INDEX shifts_start ON public.shifts USING btree (start_at);

create table sms_opt_outs (
  digest text not null,
  at timestamp with time zone not null,
  constraint sms_opt_outs_pkey PRIMARY KEY (digest)
);

create table stations (
  platform text not null,
  id text not null,
  variant text not null,
  code text not null,
  name text not null,
  address text not null default ''::text,
  city text not null,
  state text not null,
  programme text not null,
  latitude double precision not null,
  longitude double precision not null,
  time_zone text not null,
  constraint stations_pkey PRIMARY KEY (platform, id),
  constraint stations_named CHECK (((code <> ''::text) AND (name <> ''::text))),
  constraint stations_variant_check CHECK ((variant = ANY (ARRAY['amazon'::text, 'spark'::text, 'courier'::text])))
);

create table subscription_periods (
  driver_id text not null,
  plan text not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  constraint subscription_periods_pkey PRIMARY KEY (driver_id, from_at),
  constraint subscription_periods_check CHECK ((until_at > from_at)),
  constraint subscription_periods_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint subscription_periods_plan_check CHECK ((plan = ANY (ARRAY['advanced'::text, 'professional'::text])))
);
CREATE INDEX subscription_periods_until ON public.subscription_periods USING btree (until_at);

create table support_messages (
  id bigint not null generated always as identity,
  request_id bigint not null,
  author text not null,
  text text not null,
  written_at timestamp with time zone not null default clock_timestamp(),
  constraint support_messages_pkey PRIMARY KEY (id),
  constraint support_messages_author_check CHECK ((author = ANY (ARRAY['driver'::text, 'operator'::text]))),
  constraint support_messages_request_id_fkey FOREIGN KEY (request_id) REFERENCES support_requests(id) ON DELETE CASCADE
);
CREATE INDEX support_messages_request ON public.support_messages USING btree (request_id, id);

create table support_requests (
  id bigint not null generated always as identity,
  driver_id text not null,
  topic text not null,
  state text not null default 'open'::text,
  opened_at timestamp with time zone not null default clock_timestamp(),
  due_at timestamp with time zone,
  constraint support_requests_pkey PRIMARY KEY (id),
  constraint support_requests_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  constraint support_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text])))
);
CREATE INDEX support_requests_driver ON public.support_requests USING btree (driver_id, id DESC);
CREATE INDEX support_requests_due ON public.support_requests USING btree (due_at) WHERE (state = 'open'::text);

create table verifications (
  id text not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_identifier ON public.verifications USING btree (identifier);

create table week_closings (
  driver_id text not null,
  since timestamp with time zone not null,
  closed_to timestamp with time zone not null,
  constraint week_closings_pkey PRIMARY KEY (driver_id),
  constraint week_closings_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE
);

create table workers (
  id text not null,
  seen_at timestamp with time zone not null default clock_timestamp(),
  capacity integer not null default 0,
  held integer not null default 0,
  starts_per_second integer not null default 0,
  constraint workers_pkey PRIMARY KEY (id)
);

CREATE OR REPLACE FUNCTION public.move_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from ledger_accounts where id in (select account_id from added) order by id for no key update;
  update ledger_accounts a set balance_cents = a.balance_cents + s.cents
  from (select account_id, sum(amount_cents) as cents from added group by account_id) s where a.id = s.account_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only: a correction is a new row', tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_but_forgetting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.driver_id is null and to_jsonb(new) - 'driver_id' = to_jsonb(old) - 'driver_id'
    and not exists (select from drivers where id = old.driver_id) then
    return new;
  end if;
  raise exception '% is append-only: a correction is a new row', tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unbalanced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  entry bigint;
begin
  if tg_table_name = 'ledger_entries' then entry := new.id; else entry := new.entry_id; end if;
  if exists (
    select from ledger_entries where id = entry
      and (line_count, 0) <> (select count(*), sum(amount_cents) from ledger_lines where entry_id = entry)
  ) then
    raise exception 'ledger entry % does not balance', entry using errcode = 'check_violation';
  end if;
  return null;
end
$function$;
