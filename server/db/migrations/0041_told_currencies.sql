-- expand
-- Drivers who were connected before 0038 would see US dollars until their next start, when their stations are read
-- again. What the platform has told since tells the currency now: their own blocks, where all of a station's are in
-- one; and at CoopCycle, whose places pay everyone in one, all offers of the place.
update driver_stations d set currency = told.currency from (
  select driver_id, platform, station_id, max(currency) as currency from blocks
  group by driver_id, platform, station_id
  having count(distinct coalesce(currency, 'USD')) = 1 and max(currency) <> 'USD'
) as told
where d.currency is null and d.driver_id = told.driver_id and d.platform = told.platform
  and d.station_id = told.station_id;

update driver_stations d set currency = told.currency from (
  select platform, station_id, max(currency) as currency from observations where platform like 'coopcycle:%'
  group by platform, station_id
  having count(distinct coalesce(currency, 'USD')) = 1 and max(currency) <> 'USD'
) as told
where d.currency is null and d.platform = told.platform and d.station_id = told.station_id;
