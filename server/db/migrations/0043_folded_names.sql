-- expand
-- Names and e-mails as they are typed, without accents and case: the expression of the statements
-- (docs/adr/0049-search-by-trigrams.md).
create index drivers_folded on drivers using gin (lower(translate(
  name || ' ' || first_name || ' ' || last_name || ' ' || email,
  'ÁÀÂÃÄÅáàâãäåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÑñÇç',
  'AAAAAAaaaaaaEEEEeeeeIIIIiiiiOOOOOoooooUUUUuuuuNnCc')) gin_trgm_ops);
-- What one operator searched for within the hour.
create index admin_actions_actor on admin_actions (actor_id, acted_at desc);
