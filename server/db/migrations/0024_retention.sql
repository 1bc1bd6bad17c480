-- expand
-- What is removed by its age is found by its age.
create index request_hours_age on request_hours (hour_at);
create index offer_hours_age on offer_hours (hour_at);
create index filters_age on filters (saved_at);
create index attempts_missed_age on attempts (created_at) where state = 'missed';
create index shadow_runs_age on shadow_runs (ended_at);
create index autostart_firings_age on autostart_firings (due_at);
create index notifications_age on notifications (created_at);
create index outbox_age on outbox (created_at) where state <> 'waiting';
create index received_events_age on received_events (at);
create index sessions_end on sessions (expires_at);
create index sessions_begin on sessions (created_at);
