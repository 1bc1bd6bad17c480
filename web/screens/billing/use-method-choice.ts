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
  const [choice, choose] = useState<string | null>(null)
  const validChoice = choice === 'new' || methods.some(({ id }) => id === choice) ? choice : null
  const chosenId = validChoice ?? methods.find(({ isDefault }) => isDefault)?.id ?? 'new'
  const form = useNewMethod(gateway)
  return {
    methods,
    chosen: chosenId,
    choose,
    form,
    kind: methods.find(({ id }) => id === chosenId)?.kind ?? form.kind,
    async take() {
      if (chosenId !== 'new') return { outcome: 'saved', methodId: chosenId }
      const outcome = await saveMethod(form)
      if (outcome.outcome === 'saved') choose(outcome.methodId)
      return outcome
    },
  }
}

/** The form for a new card or bank account. */
export function useNewMethod(gateway: Account['gateway']): CardForm {
  return useCardForm(gateway, async () => (await api.billing.startMethod({})).clientSecret)
}

/** Saves what was typed; the saved ones are known anew when it answers. */
export async function saveMethod(form: CardForm): Promise<Saved> {
  const outcome = await form.save()
  if (outcome.outcome === 'saved') await queryClient.refetchQueries({ queryKey: methodsQuery.queryKey })
  return outcome
}
