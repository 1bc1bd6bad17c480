-- expand
-- ISO 4217: what the platform pays this driver in, as it said when it listed the station; null = US dollars.
alter table driver_stations add column currency text;
