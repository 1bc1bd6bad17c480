-- expand
-- Parts of names, e-mails, phones and numbers, which the console searches for. The expressions are those of the
-- statements (docs/adr/0049-search-by-trigrams.md).
create extension if not exists pg_trgm;

create index drivers_words on drivers
  using gin ((name || ' ' || first_name || ' ' || last_name || ' ' || email) gin_trgm_ops, phone gin_trgm_ops);
create index invoices_words on invoices using gin (number gin_trgm_ops);
-- Not partial: the planner would have no figures of these expressions, and search by time.
create index invoices_billed_words on invoices
  using gin ((billed_to ->> 'name') gin_trgm_ops, (billed_to ->> 'email') gin_trgm_ops);
create index payments_words on payments using gin (reference gin_trgm_ops);
