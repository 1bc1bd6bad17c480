/**
 * Entry of the forecast: when stations release offers, learned from observations, and its value for a search.
 */
export { layDays, type LookedHour } from './forecast/days.ts'
export { type Outlook, type StationOutlook, expectFollowers, expectOffers } from './forecast/outlook.ts'
export { HALF_HOUR, layPlan, openPlan, PLAN_MINUTES, planDueAt, type PollPlan } from './forecast/plan.ts'
export { emptyProfile, foldDay, openDay, type ReleaseProfile } from './forecast/profile.ts'
export { learnRates, rateAt } from './forecast/rates.ts'
export { suggestStretches } from './forecast/suggest.ts'
