import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client.ts'

/** Whether the operator's second factor is set up, and given in this session. */
export const factorQuery = queryOptions({
  queryKey: ['operators', 'factor'],
  queryFn: ({ signal }) => api.operators.secondFactor(undefined, { signal }),
})
