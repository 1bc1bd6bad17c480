-- expand
-- The console's overview: the fleet over time, and what was wrong since when and who was told.
create table fleet_samples (
  at timestamptz primary key,
  not_running integer not null,
  preparing integer not null,
  running integer not null,
  sleeping integer not null,
  failed_to_launch integer not null,
  pending_termination integer not null,
  cooling_down integer not null,
  silent integer not null
);

create table incidents (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null default '',
  count integer,
  since_at timestamptz,
  opened_at timestamptz not null,
  seen_at timestamptz not null,
  told_at timestamptz,
  over_at timestamptz,
  check (over_at >= opened_at)
);
create unique index incidents_open on incidents (kind, subject) where over_at is null;
create index incidents_over on incidents (over_at) where over_at is not null;

-- Wins of all drivers by day.
create index day_figures_day on day_figures (day);
-- When the last backup was made.
create index admin_actions_backup on admin_actions (acted_at) where action = 'service.back_up';
-- The console finds a driver by the start of an e-mail or a phone, and money by the start of its number.
create index drivers_email_start on drivers (email text_pattern_ops);
create index drivers_phone_start on drivers (phone text_pattern_ops);
create index invoices_number_start on invoices (number text_pattern_ops) where number is not null;
create index payments_reference_start on payments (reference text_pattern_ops);
