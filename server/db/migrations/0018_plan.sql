-- What a driver has paid for was called prepaid, tier and edition. It is one thing: the plan.
alter table drivers rename column prepaid to plan_number;
alter table drivers rename constraint drivers_prepaid_check to drivers_plan_number_check;

alter table invoices rename column tier to plan;
alter table invoices rename constraint invoices_tier_check to invoices_plan_check;

alter table subscription_periods rename column tier to plan;
alter table subscription_periods rename constraint subscription_periods_tier_check to subscription_periods_plan_check;

-- Every version of every filter: an attempt shows the version that it was judged by.
update filters set body = (body - 'edition') || jsonb_build_object('plan', body -> 'edition') where body ? 'edition';

-- A job's row is named after the job.
update job_runs set job = 'billing.sync_plans' where job = 'billing.turn_editions';
