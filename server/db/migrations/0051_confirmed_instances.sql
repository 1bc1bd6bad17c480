-- expand
-- Whether an instance says itself that it authorised this service, by a file of its host or a code sent to its
-- administrator; null = it was never confirmed, or no code was sent.
alter table platform_instances add column confirmation jsonb;
alter table platform_instances add column confirmation_code jsonb;
