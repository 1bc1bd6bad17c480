-- expand
-- Whether the driver chose the language, by registering in it or later; otherwise their device's applies. Nobody
-- chose that of the accounts of a demo.
alter table drivers add column language_chosen boolean not null default true;
update drivers set language_chosen = false where is_demo and language = 'en';
