import { useMutation, useQueries } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import type { Outputs } from '@madruga/core/contract.ts'
import { payChoices } from '@madruga/core/filters.ts'
import type { Filter, PayChoice } from '@madruga/core/filters.ts'
import { isUnstated } from '@madruga/core/offers.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { payParts } from '../../pay.ts'
import { replayedPay } from '../../replayed-pay.ts'
import { OtherPayLine } from '../../ui/OtherPayLine.tsx'
import { botQuery, queryClient } from '../../queries.ts'
import { FormAct } from '../../ui/FormAct.tsx'
import { OptionRow } from '../../ui/OptionRow.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { submit } from '../../ui/submit.ts'
import { useCurrency } from '../filters/currency.ts'
import { Refused } from '../platforms/Refused.tsx'
import { takeFilter, usePlatformFacts } from '../platforms/queries.ts'
import { filterScreen } from '../shell/menu.ts'
import { commonAnswer, sayLeastPay, sayOtherRules } from './filter-words.ts'
import type { WhatIf } from './filter-words.ts'

/** Newest offers by which the choices are compared. */
const OFFERS = 1_000
/** The pay that is proposed is the highest that still would have brought this many. */
const ENOUGH = 5

/** The proposed filter, with the choice of its pay by what each would have won. */
export function FilterStep({ saved, variant }: { saved: Outputs['filters']['get']; variant: Variant }) {
  const words = useWords()
  const { t } = words
  const id = useId()
  const { statesPay } = usePlatformFacts()
  const choices = useMemo(
    () => (statesPay ? payChoices(saved.filter) : [{ minCents: 0, filter: saved.filter }]),
    [saved.filter, statesPay],
  )
  const answers = useWouldHave(variant, choices)
  const [pick, setPick] = useState<number | null>(null)
  const at = pick ?? propose(answers)
  const common = commonAnswer(answers)
  const save = useMutation({
    mutationFn: (filter: Filter) => api.filters.save({ variant, baseVersion: saved.version, filter }),
    onSuccess: async (answer) => {
      takeFilter(variant, answer)
      announce(t('setup.filter_done'))
      await queryClient.invalidateQueries({ queryKey: botQuery.queryKey })
    },
  })
  const driver = recallDriver()
  return (
    <form
      id={id}
      noValidate
      className="grid gap-3"
      onSubmit={submit(() => {
        const choice = choices[at]
        if (choice && !save.isPending) save.mutate(choice.filter)
      })}
    >
      <p className="leading-snug text-muted">{sayOtherRules(words, saved.filter)}</p>
      {statesPay ? (
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-semibold leading-tight">{t('setup.choose')}</legend>
          {choices.map(({ minCents, filter }, index) => (
            <OptionRow
              key={minCents}
              name={`${id}-pay`}
              checked={index === at}
              onChoose={() => setPick(index)}
            >
              <Choice filter={filter} answer={answers[index]} quiet={common !== null} />
            </OptionRow>
          ))}
          {common && (
            <p className="leading-snug text-muted">
              {t('setup.all_same')} <Would answer={common} />
            </p>
          )}
        </fieldset>
      ) : (
        <p className="leading-snug">{t('setup.unpaid')}</p>
      )}
      <Refused error={save.error} />
      {driver && (
        <ScreenLink
          screen={filterScreen(driver)}
          className="inline-flex min-h-12 items-center justify-self-start font-bold underline"
        >
          {t('setup.edit')}
        </ScreenLink>
      )}
      <FormAct form={id} busy={save.isPending}>
        {t(save.isPending ? 'setup.saving' : 'setup.use')}
      </FormAct>
    </form>
  )
}

/** What each choice would have held, as far as it is known. */
function useWouldHave(variant: Variant, choices: readonly PayChoice[]): (WhatIf | undefined)[] {
  const queries = useQueries({
    queries: choices.map(({ filter, minCents }) => ({
      queryKey: ['what-if', 'setup', variant, minCents],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.filters.whatIf({ variant, filter, offers: OFFERS }, { signal }),
      staleTime: 30_000,
    })),
  })
  return queries.map(({ data }) => data)
}

/** The best-paying choice that still would have brought enough; else the proposal as it is. */
function propose(answers: readonly (WhatIf | undefined)[]): number {
  const best = answers.findLastIndex((answer) => answer !== undefined && answer.held.count >= ENOUGH)
  return best === -1 ? Math.min(1, answers.length - 1) : best
}

function Choice({
  filter,
  answer,
  quiet,
}: {
  filter: Filter
  answer: WhatIf | undefined
  /** What it would have brought stands elsewhere. */
  quiet: boolean
}) {
  const words = useWords()
  const currency = useCurrency()
  return (
    <span className="min-w-0">
      <span className="block text-lg font-extrabold leading-tight">
        {sayLeastPay(words, filter, currency)}
      </span>
      {!quiet && (
        <span className="tnum mt-0.5 block text-sm leading-snug text-muted">
          {answer === undefined ? words.t('setup.counting') : <Would answer={answer} />}
        </span>
      )}
    </span>
  )
}

/** What a choice would have won, and how long that takes. */
function Would({ answer }: { answer: WhatIf }) {
  const words = useWords()
  const { t, number, hours } = words
  const { considered, held, currency } = answer
  const params = { count: held.count, offers: number(considered), hours: hours(held.minutes * 60_000) }
  const pay = replayedPay(held, currency)
  return (
    <>
      {considered === 0
        ? t('setup.no_history')
        : held.count === 0
          ? t('setup.would_none', params)
          : isUnstated(pay)
            ? t('setup.would_unstated', params)
            : t('setup.would', { ...params, pay: payParts(words, pay, true).amount })}
      <OtherPayLine of={held} />
    </>
  )
}
