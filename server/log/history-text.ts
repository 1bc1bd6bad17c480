import type { Kysely } from 'kysely'
import { variantOf } from '@madruga/core/offers.ts'
import type { OfferKind, Variant } from '@madruga/core/offers.ts'
import type { Tables } from '../db.ts'
import { findStationIds } from './history-store.ts'
import type { TextHits } from './history-store.ts'
import { WORDS } from '../words.ts'

const KINDS = Object.keys(WORDS.en.history.kinds) as OfferKind[]

/** The kinds of offers of an app. */
export function kindsOf(variant: Variant): OfferKind[] {
  return KINDS.filter((kind) => variantOf(kind) === variant)
}

const MARKS = /\p{M}/gu

/** A text without case, accents, surrounding blanks and characters that the database rejects. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').replaceAll('\0', '').toLowerCase().trim()
}

/**
 * Stations and kinds that contain a folded text, the kinds by their names in every language too; null for a
 * blank text.
 */
export async function findText(db: Kysely<Tables>, text: string): Promise<TextHits | null> {
  if (text === '') return null
  return {
    stationIds: await findStationIds(db, text),
    kinds: KINDS.filter((kind) => namesOf(kind).some((name) => fold(name).includes(text))),
  }
}

function namesOf(kind: OfferKind): string[] {
  return [kind, ...Object.values(WORDS).map(({ history }) => history.kinds[kind])]
}
