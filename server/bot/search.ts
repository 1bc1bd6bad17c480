/** The door of search: hot loops in memory, one hunt a driver, one timer for all. */
export { createSearcher } from './search/searcher.ts'
export type { SearcherOptions } from './search/searcher.ts'
export type { Hunt, HuntEnd, HuntHooks, Searcher } from './search/model.ts'
