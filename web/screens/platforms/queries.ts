import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Outputs } from '@madruga/core/contract.ts'
import type { HouseRules } from '@madruga/core/house-rules.ts'
import { describeKind } from '@madruga/core/instances.ts'
import type { KindDescription } from '@madruga/core/instances.ts'
import { JOB_KINDS } from '@madruga/core/offers.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { api } from '../../client.ts'
import { botQuery, filterQuery, queryClient, statusQuery } from '../../queries.ts'

export type PlatformAccount = Outputs['platforms']['account']

export type InstanceChoice = Outputs['platforms']['instances']['instances'][number]

export const instancesQuery = queryOptions({
  queryKey: ['platform-instances'],
  queryFn: async ({ signal }) => (await api.platforms.instances(undefined, { signal })).instances,
})

export const accountQuery = queryOptions({
  queryKey: ['platform-account'],
  queryFn: ({ signal }) => api.platforms.account(undefined, { signal }),
})

type PlatformFacts = Pick<KindDescription, 'statesPay' | 'jobKinds'>
const ALL_FACTS: PlatformFacts = { statesPay: true, jobKinds: JOB_KINDS }

/** What the driver's delivery app can say of an offer, and the kinds of jobs that it has. */
export function usePlatformFacts(): PlatformFacts {
  const instance = useQuery(accountQuery).data?.instance
  return instance ? describeKind(instance.kind) : ALL_FACTS
}

/** The rules of the house at the driver's delivery app; undefined = none. */
export function useHouseRules(): HouseRules | undefined {
  return useQuery(accountQuery).data?.instance?.houseRules ?? undefined
}

/** Stores the answer of an account change, and refetches what depends on it. */
export async function takeAccount(account: PlatformAccount): Promise<void> {
  queryClient.setQueryData(accountQuery.queryKey, account)
  await Promise.all(
    [['stations'], ['filter'], botQuery.queryKey, statusQuery.queryKey].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}

/** Stores a filter that was just saved or restored. */
export function takeFilter(variant: Variant, answer: Outputs['filters']['save']) {
  const { version, savedAt, filter } = answer
  const entry = { version, typedVersion: version, savedAt, filter, removedAt: null, gone: [], kept: null }
  queryClient.setQueryData(filterQuery(variant).queryKey, entry)
  return entry
}

/** Restores the filter that a sync deleted, or that was kept for its plan. */
export async function restoreFilter(variant: Variant): Promise<Outputs['filters']['restore']> {
  const answer = await api.filters.restore({ variant })
  takeFilter(variant, answer)
  await queryClient.invalidateQueries({ queryKey: botQuery.queryKey })
  return answer
}
