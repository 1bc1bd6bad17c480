-- expand
-- Drivers know a store by its name, not by a code made of its initials.
update stations set code = name where variant = 'spark' and code <> name;
