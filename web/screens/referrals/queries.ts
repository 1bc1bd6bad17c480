import { queryOptions } from '@tanstack/react-query'
import type { Outputs } from '@madruga/core/contract.ts'
import { api } from '../../client.ts'

export type Program = Outputs['referrals']['get']
export type Invitation = Program['invitations'][number]

/**
 * The driver's code, invitations and credits; refetched with each visit, since friends register at any time.
 */
export const referralsQuery = queryOptions({
  queryKey: ['referrals'],
  queryFn: ({ signal }) => api.referrals.get(undefined, { signal }),
})
