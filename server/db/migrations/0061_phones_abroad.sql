-- expand
-- A courier's phone may be of any country: its digits with the country code first.
alter table drivers drop constraint drivers_phone_check;
alter table drivers add constraint drivers_phone_check check (
  phone ~ '^1[0-9]{10}$' or phone ~ '^[2-9][0-9]{7,14}$'
);
