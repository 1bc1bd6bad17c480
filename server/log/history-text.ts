import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { variantOf } from '@madruga/core/offers.ts'
import type { OfferKind, Variant } from '@madruga/core/offers.ts'
import type { Tables } from '../db.ts'
import { historyWords } from './words.ts'

/** What a text that a driver typed may mean. */
export type TextHits = { stationIds: string[]; kinds: string[] }

const KINDS = Object.keys(historyWords.en.kinds) as OfferKind[]

/** The kinds of offers that an app makes. */
export function kindsOf(variant: Variant): OfferKind[] {
  return KINDS.filter((kind) => variantOf(kind) === variant)
}

const MARKS = /\p{M}/gu

/** A text without case, accents, blank ends and what the database takes in no text. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').replaceAll('\0', '').toLowerCase().trim()
}

/**
 * Stations and kinds that a folded text is a part of, the kinds by their words in either language too; null
 * for a blank text.
 */
export async function findText(db: Kysely<Tables>, text: string): Promise<TextHits | null> {
  if (text === '') return null
  const { rows } = await sql<{ id: string }>`
    select distinct id from stations
    where strpos(${folded(sql`code`)}, ${text}) > 0 or strpos(${folded(sql`name`)}, ${text}) > 0`.execute(db)
  return {
    stationIds: rows.map((row) => row.id),
    kinds: KINDS.filter((kind) => namesOf(kind).some((name) => fold(name).includes(text))),
  }
}

function namesOf(kind: OfferKind): string[] {
  return [kind, historyWords.en.kinds[kind], historyWords.es.kinds[kind]]
}

/** The same as `fold`, in the database; marks are those of Latin letters. */
function folded(column: ReturnType<typeof sql>): ReturnType<typeof sql> {
  return sql`lower(regexp_replace(normalize(${column}, NFD), '[\u0300-\u036f]', '', 'g'))`
}
