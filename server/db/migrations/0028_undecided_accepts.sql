-- expand
-- Accepts that the platform has not decided: what they wait for, and when the held blocks are read again.
alter table attempts drop constraint attempts_state_check;
alter table attempts add constraint attempts_state_check check (state in ('intent', 'waiting', 'accepted', 'missed'));
alter table attempts add column waiting text check (waiting in ('pending', 'waitlisted', 'provisional'));
alter table attempts add column platform_block_id text;
alter table attempts add column read_backs smallint not null default 0;
alter table attempts add column read_at timestamptz;
create index attempts_waiting on attempts (read_at) where state = 'waiting';
create index attempts_waiting_driver on attempts (driver_id) where state = 'waiting';

-- Pay that a platform does not state, money other than US dollars, ends that are computed from a distance.
alter table blocks add column pay_basis text check (pay_basis in ('estimated', 'unknown'));
alter table blocks add column currency text check (currency ~ '^[A-Z]{3}$');
alter table blocks add column end_estimated boolean not null default false;
alter table observations add column pay_basis text check (pay_basis in ('estimated', 'unknown'));
alter table observations add column currency text check (currency ~ '^[A-Z]{3}$');
alter table observations add column end_estimated boolean not null default false;
alter table observations add column skills text[];
