import { queryOptions } from '@tanstack/react-query'
import type { Outputs } from '@madruga/core/contract.ts'
import { api } from '../../client.ts'

export type Program = Outputs['referrals']['get']
export type Invitation = Program['invitations'][number]

/**
 * The driver's code, invitations and credits; friends come while nobody looks, so it is asked for anew with
 * each visit.
 */
export const referralsQuery = queryOptions({
  queryKey: ['referrals'],
  queryFn: ({ signal }) => api.referrals.get(undefined, { signal }),
})
