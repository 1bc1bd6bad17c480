-- expand
-- What became of a job's last turns: failures in a row, the last of them, and when the next try is due.
alter table job_runs add column done_at timestamptz;
alter table job_runs add column failures integer not null default 0;
alter table job_runs add column failed_at timestamptz;
alter table job_runs add column retry_at timestamptz;
alter table job_runs add column last_error text;
