import type { ColumnType } from 'kysely'

/** `timestamptz`: read as epoch ms, written as `Date`. */
export type InstantColumn = ColumnType<number, Date, Date>
export type DefaultInstant = ColumnType<number, Date | undefined, Date>
/**
 * `jsonb`: read parsed, written as text by `JSON.stringify` (an array given as such would become a PostgreSQL
 * array).
 */
export type JsonColumn<T> = ColumnType<T, string, string>
export type DefaultJson<T> = ColumnType<T, string | undefined, string>
/** `generated always as identity`. */
export type IdentityColumn = ColumnType<number, never, never>
