/** Entry of search: hot loops in memory, one search a driver, one timer for all. */
export { findCrossing } from './search/crossing.ts'
export { sameSpan } from './search/spans.ts'
export { createSearcher } from './search/searcher.ts'
export { findUnread, startReading } from './search/unread.ts'
export type { Awarded, Confirmed, Search, SearchHooks, Searcher } from './search/model.ts'
