import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearch } from '../../address.ts'
import { useState } from 'react'
import type { Variant } from '@madruga/core/offers.ts'
import { api } from '../../client.ts'
import { LateWhySheet } from '../offers/LateWhySheet.tsx'
import { isOffer } from '../offers/entry.ts'

const entryQuery = (variant: Variant, seq: number) =>
  queryOptions({
    queryKey: ['history-entry', variant, seq],
    queryFn: async ({ signal }) => {
      const { entries } = await api.log.history({ variant, before: seq + 1, limit: 1 }, { signal })
      return entries[0] ?? null
    },
    staleTime: Infinity,
  })

/** The why sheet of the line that the address names (`open`); nothing if the history shows it no more. */
export function LinkedEntry({ variant }: { variant: Variant }) {
  const { open = '' } = useSearch()
  return /^\d{1,15}$/.test(open) ? <Linked key={open} variant={variant} seq={Number(open)} /> : null
}

function Linked({ variant, seq }: { variant: Variant; seq: number }) {
  const entry = useQuery(entryQuery(variant, seq)).data
  const [open, setOpen] = useState(true)
  const shown = open && entry && entry.seq === seq && isOffer(entry) ? entry : null
  return <LateWhySheet entry={shown} onClose={() => setOpen(false)} />
}
