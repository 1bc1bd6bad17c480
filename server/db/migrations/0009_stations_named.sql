-- A platform may leave a station's code or name empty, or write what nobody sees. Everything that names a place (calendar, news, invoices, log)
-- then said nothing, and a calendar's feed could not be written at all. Each gets the other one's text, or the station's id.
update stations set
  code = coalesce(nullif(btrim(regexp_replace(code, '[\s[:cntrl:]]+', ' ', 'g')), ''),
    nullif(btrim(regexp_replace(name, '[\s[:cntrl:]]+', ' ', 'g')), ''), id),
  name = coalesce(nullif(btrim(regexp_replace(name, '[\s[:cntrl:]]+', ' ', 'g')), ''),
    nullif(btrim(regexp_replace(code, '[\s[:cntrl:]]+', ' ', 'g')), ''), id);
alter table stations add constraint stations_named check (code <> '' and name <> '');
