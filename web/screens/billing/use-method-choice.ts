import { useState } from 'react'
import { useCardForm } from '../../card-gateway.ts'
import type { CardForm, Saved } from '../../card-gateway.ts'
import { api } from '../../client.ts'
import { queryClient } from '../../queries.ts'
import { methodsQuery } from './queries.ts'
import type { Account, Method, MethodKind } from './queries.ts'

/** By which card or bank account is paid: a saved one, or one that is typed now. */
export type MethodChoice = {
  methods: readonly Method[]
  /** The id of a saved one, or `new`. */
  chosen: string
  choose: (chosen: string) => void
  form: CardForm
  /** It decides the fee. */
  kind: MethodKind
  /** The method to pay with: saves what was typed first. */
  take(): Promise<Saved>
}

/** The default method to begin with, or a new one where none is saved. */
export function useMethodChoice(
  { gateway }: Pick<Account, 'gateway'>,
  methods: readonly Method[],
): MethodChoice {
  const [wanted, choose] = useState<string | null>(null)
  const known = wanted === 'new' || methods.some(({ id }) => id === wanted) ? wanted : null
  const chosen = known ?? methods.find(({ isDefault }) => isDefault)?.id ?? 'new'
  const form = useNewMethod(gateway)
  return {
    methods,
    chosen,
    choose,
    form,
    kind: methods.find(({ id }) => id === chosen)?.kind ?? form.kind,
    async take() {
      if (chosen !== 'new') return { outcome: 'saved', methodId: chosen }
      const saved = await saveMethod(form)
      if (saved.outcome === 'saved') choose(saved.methodId)
      return saved
    },
  }
}

/** The form for a new card or bank account. */
export function useNewMethod(gateway: Account['gateway']): CardForm {
  return useCardForm(gateway, async () => (await api.billing.startMethod({})).clientSecret)
}

/** Saves what was typed; the saved ones are known anew when it answers. */
export async function saveMethod(form: CardForm): Promise<Saved> {
  const saved = await form.save()
  if (saved.outcome === 'saved') await queryClient.refetchQueries({ queryKey: methodsQuery.queryKey })
  return saved
}
