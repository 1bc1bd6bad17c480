-- expand
-- Until when notifications like this one join one further message: of one that was told at once and of the
-- group that follows it.
alter table notifications add column burst_until timestamptz;
-- The group that tells of this one, which has no messages and no entry in the inbox. No reference: both are
-- removed by their age.
alter table notifications add column joined_to bigint;
create index notifications_bursts on notifications (driver_id, burst_until) where burst_until is not null;
