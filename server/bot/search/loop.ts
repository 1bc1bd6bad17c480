/** Entry of search: hot loops in memory, one search a driver, one timer for all. */
export { findCrossing } from './loop/crossing.ts'
export { sameSpan } from './loop/spans.ts'
export { createSearcher } from './loop/searcher.ts'
export { findUnread, startReading } from './loop/unread.ts'
export type { Awarded, Confirmed, Search, SearchHooks, Searcher } from './loop/model.ts'
