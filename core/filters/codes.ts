/**
 * Every reason to reject a filter: the keys of the texts in both languages. The parameters of each text are
 * noted beside it.
 */
export const FILTER_ERROR_CODES = [
  'filters.no_station',
  /** station */
  'filters.station_unknown',
  /** station */
  'filters.station_twice',
  /** max */
  'filters.too_many_settings',
  'filters.required',
  'filters.negative',
  'filters.not_whole',
  'filters.not_positive',
  /** max */
  'filters.too_high',
  'filters.max_below_min',
  'filters.needs_advanced',
  'filters.needs_professional',
  'filters.no_duration_price',
  /** minutes */
  'filters.duration_twice',
  'filters.time_zone_unknown',
  'filters.no_day',
  /** day */
  'filters.day_twice',
  /** day */
  'filters.no_range',
  /** max */
  'filters.too_many_ranges',
  'filters.range_outside_day',
  'filters.range_empty',
  'filters.range_order',
  'filters.ranges_overlap',
  'filters.custom_speed_missing',
  'filters.custom_speed_unused',
  /** minMs */
  'filters.refresh_too_fast',
  'filters.no_kind',
  /** max */
  'filters.curbside_stops',
  /** miles: of the previous tier */
  'filters.miles_descending',
  /** currency: of the filter's amounts */
  'filters.tax_rate_in_dollars',
] as const
export type FilterErrorCode = (typeof FILTER_ERROR_CODES)[number]
