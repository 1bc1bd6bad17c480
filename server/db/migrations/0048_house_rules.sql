-- expand
-- What the operator of an instance asks of its members' bots; null = nothing.
alter table platform_instances add column house_rules jsonb;
