import type { AmazonFilter } from '@madruga/core/filters.ts'
import { checkTyped, fieldOf, mendFields, plainFields, toFields, toFilter } from './fields.ts'
import type { FilterFields } from './fields.ts'
import type { FormKind } from './use-filter-form.ts'

/** The forms of the amazon variant's filters, for each plan. */
export const AMAZON_FORM: FormKind<AmazonFilter, FilterFields> = {
  variant: 'amazon',
  toFields,
  toFilter,
  fieldOf,
  checkTyped,
  plain: plainFields,
  mend: mendFields,
}
