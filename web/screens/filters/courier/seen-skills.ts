import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client.ts'
import { isOffer } from '../../offers/entry.ts'

/** The newest offers whose required skills are suggested. */
const OFFERS = 100

/** The skills that the newest offers asked for, in the platform's words; none before the bot has searched. */
export const seenSkillsQuery = queryOptions({
  queryKey: ['seen-skills'],
  queryFn: async ({ signal }) => {
    const { entries } = await api.log.history({ variant: 'courier', limit: OFFERS }, { signal })
    const skills = entries.filter(isOffer).flatMap(({ data }) => data.offer.skills ?? [])
    return [...new Set(skills)].toSorted()
  },
  staleTime: 300_000,
})
