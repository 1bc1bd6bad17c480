-- expand
-- A third variant: a courier's shifts and orders.
alter table drivers drop constraint drivers_variant_check;
alter table drivers add constraint drivers_variant_check check (variant in ('amazon', 'spark', 'courier'));
alter table code_tickets drop constraint code_tickets_variant_check;
alter table code_tickets add constraint code_tickets_variant_check check (variant in ('amazon', 'spark', 'courier'));
alter table bots drop constraint bots_variant_check;
alter table bots add constraint bots_variant_check check (variant in ('amazon', 'spark', 'courier'));
alter table filters drop constraint filters_variant_check;
alter table filters add constraint filters_variant_check check (variant in ('amazon', 'spark', 'courier'));
alter table invoices drop constraint invoices_variant_check;
alter table invoices add constraint invoices_variant_check check (variant in ('amazon', 'spark', 'courier'));
alter table observations drop constraint observations_variant_check;
alter table observations add constraint observations_variant_check check (variant in ('amazon', 'spark', 'courier'));
alter table platform_accounts drop constraint platform_accounts_variant_check;
alter table platform_accounts add constraint platform_accounts_variant_check check (variant in ('amazon', 'spark', 'courier'));
alter table shadow_runs drop constraint shadow_runs_variant_check;
alter table shadow_runs add constraint shadow_runs_variant_check check (variant in ('amazon', 'spark', 'courier'));
alter table stations drop constraint stations_variant_check;
alter table stations add constraint stations_variant_check check (variant in ('amazon', 'spark', 'courier'));
