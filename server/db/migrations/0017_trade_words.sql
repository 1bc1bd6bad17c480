-- Tables take the names that the trade has for what they hold: offer observations, ledger entries with their lines, subscription periods.
alter table sightings rename to observations;
alter table observations rename constraint sightings_pkey to observations_pkey;
alter table observations rename constraint sightings_platform_offer_id_key to observations_platform_offer_id_key;
alter table observations rename constraint sightings_variant_check to observations_variant_check;
alter index sightings_seen rename to observations_seen;
alter index sightings_station rename to observations_station;

alter table subscription_spans rename to subscription_periods;
alter table subscription_periods rename constraint subscription_spans_pkey to subscription_periods_pkey;
alter table subscription_periods rename constraint subscription_spans_check to subscription_periods_check;
alter table subscription_periods rename constraint subscription_spans_driver_id_fkey to subscription_periods_driver_id_fkey;
alter table subscription_periods rename constraint subscription_spans_tier_check to subscription_periods_tier_check;
alter index subscription_spans_until rename to subscription_periods_until;

alter table journal rename to ledger_entries;
alter table ledger_entries rename column entry_count to line_count;
alter table ledger_entries rename constraint journal_pkey to ledger_entries_pkey;
alter table ledger_entries rename constraint journal_driver_id_fkey to ledger_entries_driver_id_fkey;
alter table ledger_entries rename constraint journal_entry_count_check to ledger_entries_line_count_check;
alter table ledger_entries rename constraint journal_kind_check to ledger_entries_kind_check;
alter table ledger_entries rename constraint journal_reference_key to ledger_entries_reference_key;
alter index journal_at rename to ledger_entries_at;
alter index journal_driver rename to ledger_entries_driver;
alter trigger journal_append_only on ledger_entries rename to ledger_entries_append_only;
alter trigger journal_balanced on ledger_entries rename to ledger_entries_balanced;
alter trigger journal_unchanged on ledger_entries rename to ledger_entries_unchanged;

alter table journal_entries rename to ledger_lines;
alter table ledger_lines rename column journal_id to entry_id;
alter table ledger_lines rename constraint journal_entries_pkey to ledger_lines_pkey;
alter table ledger_lines rename constraint journal_entries_account_id_fkey to ledger_lines_account_id_fkey;
alter table ledger_lines rename constraint journal_entries_amount_cents_check to ledger_lines_amount_cents_check;
alter table ledger_lines rename constraint journal_entries_journal_id_fkey to ledger_lines_entry_id_fkey;
alter index journal_entries_account rename to ledger_lines_account;
alter trigger journal_entries_append_only on ledger_lines rename to ledger_lines_append_only;
alter trigger journal_entries_balanced on ledger_lines rename to ledger_lines_balanced;
alter trigger journal_entries_balances on ledger_lines rename to ledger_lines_balances;

create or replace function refuse_unbalanced() returns trigger language plpgsql as $$
declare
  entry bigint;
begin
  if tg_table_name = 'ledger_entries' then entry := new.id; else entry := new.entry_id; end if;
  if exists (
    select from ledger_entries where id = entry
      and (line_count, 0) <> (select count(*), sum(amount_cents) from ledger_lines where entry_id = entry)
  ) then
    raise exception 'ledger entry % does not balance', entry using errcode = 'check_violation';
  end if;
  return null;
end
$$;
