/** Entry of tracing: spans of accepts and of the card gateway, around what other modules do. */
export { traceCards } from './tracing/cards.ts'
export { traceSearches } from './tracing/searches.ts'
