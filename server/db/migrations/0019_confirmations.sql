-- An offer that the driver is asked about was called an ask. Its request is a confirmation.
alter table asks rename to confirmations;
alter table confirmations rename constraint asks_pkey to confirmations_pkey;
alter table confirmations rename constraint asks_driver_id_fkey to confirmations_driver_id_fkey;
alter table confirmations rename constraint asks_driver_id_platform_offer_id_key to confirmations_driver_id_platform_offer_id_key;
alter table confirmations rename constraint asks_state_check to confirmations_state_check;
alter index asks_asked rename to confirmations_asked;
alter index asks_open rename to confirmations_open;

-- Since when the limits on misses and releases count.
alter table bots rename column guarded_at to limits_reset_at;

-- Every version of every filter: an attempt shows the version that it was judged by.
update filters set body = (body - 'ask' - 'guards')
  || case when body ? 'ask' then jsonb_build_object('confirmation', body -> 'ask') else '{}' end
  || case when body ? 'guards' then jsonb_build_object('safetyLimits', body -> 'guards') else '{}' end
  where body ?| array['ask', 'guards'];

-- A job's row is named after the job.
update job_runs set job = 'bot.end_confirmations' where job = 'bot.end_asks';
update job_runs set job = 'bot.limit_releases' where job = 'bot.guard_releases';
