import { queryOptions } from '@tanstack/react-query'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { api } from '../../client.ts'
import { botQuery, filterQuery, queryClient } from '../../queries.ts'

export type PlatformAccount = Outputs['platforms']['account']

export const accountQuery = queryOptions({
  queryKey: ['platform-account'],
  queryFn: ({ signal }) => api.platforms.account(undefined, { signal }),
})

/** Stores the answer of an account change, and refetches what depends on it. */
export async function takeAccount(account: PlatformAccount): Promise<void> {
  queryClient.setQueryData(accountQuery.queryKey, account)
  await Promise.all(
    [['stations'], ['filter'], botQuery.queryKey].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}

/** Restores the filter that a sync deleted, or that was kept for its plan. */
export async function restoreFilter(variant: Variant): Promise<Outputs['filters']['restore']> {
  const answer = await api.filters.restore({ variant })
  const { version, savedAt, filter } = answer
  queryClient.setQueryData(filterQuery(variant).queryKey, {
    version,
    typedVersion: version,
    savedAt,
    filter,
    removedAt: null,
    kept: null,
    gone: [],
  })
  await queryClient.invalidateQueries({ queryKey: botQuery.queryKey })
  return answer
}
