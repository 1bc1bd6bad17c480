import type { Variant } from '@madruga/core/offers.ts'

/** Drivers' name for a place of their app: a station goes by its code, a store by its name. */
export function placeName(variant: Variant, { code, name }: { code: string; name: string }): string {
  return variant === 'spark' ? name : code
}
