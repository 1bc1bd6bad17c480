import { describeVariant } from '@madruga/core/variants.ts'
import { useMutation, useQueries } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import type { Outputs } from '@madruga/core/contract.ts'
import { payChoices, stationIdsOf } from '@madruga/core/filters.ts'
import type { Filter, PayChoice } from '@madruga/core/filters.ts'
import { isUnstated } from '@madruga/core/offers.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
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
import { takeFilter } from '../platforms/queries.ts'
import { filterScreen } from '../shell/menu.ts'

type WhatIf = Outputs['filters']['whatIf']

/** Newest offers by which the choices are compared. */
const OFFERS = 1_000
/** The pay that is proposed is the highest that still would have brought so many. */
const ENOUGH = 5

/** The proposed filter, with the choice of its pay by what each would have won. */
export function FilterStep({ saved, variant }: { saved: Outputs['filters']['get']; variant: Variant }) {
  const { t } = useWords()
  const id = useId()
  const choices = useMemo(() => payChoices(saved.filter), [saved.filter])
  const answers = useWouldHave(variant, choices)
  const [chosen, setChosen] = useState<number | null>(null)
  const at = chosen ?? propose(answers)
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
      <p className="leading-snug text-muted">
        <Summary filter={saved.filter} />
      </p>
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold leading-tight">{t('setup.choose')}</legend>
        {choices.map(({ minCents }, index) => (
          <OptionRow
            key={minCents}
            name={`${id}-pay`}
            checked={index === at}
            onChoose={() => setChosen(index)}
          >
            <Choice variant={variant} minCents={minCents} answer={answers[index]} />
          </OptionRow>
        ))}
      </fieldset>
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
  return best === -1 ? 1 : best
}

/** Stations, hours and arrival time of the proposal. */
function Summary({ filter }: { filter: Filter }) {
  const { t, time } = useWords()
  const [range] = filter.schedule.days[0]?.ranges ?? []
  const clock = (minute: number) => time(minute * 60_000, 'UTC')
  const hours = { from: clock(range?.startMinute ?? 0), to: clock(range?.endMinute ?? 0) }
  const { arrivalMinutes } = 'shared' in filter ? filter.shared : filter
  return t('setup.filter_text', { count: stationIdsOf(filter).length, minutes: arrivalMinutes, ...hours })
}

function Choice({
  variant,
  minCents,
  answer,
}: {
  variant: Variant
  minCents: number
  answer: WhatIf | undefined
}) {
  const words = useWords()
  const { t, money, number } = words
  const pay = money(minCents, useCurrency())
  return (
    <span className="min-w-0">
      <span className="block text-lg font-extrabold leading-tight">
        {t(describeVariant(variant).filterShape === 'trips' ? 'setup.per_trip' : 'setup.per_hour', { pay })}
      </span>
      <span className="tnum mt-0.5 block text-sm leading-snug text-muted">
        {answer === undefined
          ? t('setup.counting')
          : answer.considered === 0
            ? t('setup.no_history')
            : answer.held.count === 0
              ? t('setup.would_none', { offers: number(answer.considered) })
              : sayWould(words, answer)}
        {answer && <OtherPayLine of={answer.held} />}
      </span>
    </span>
  )
}

function sayWould(words: Words, { considered, held, currency }: WhatIf): string {
  const pay = replayedPay(held, currency)
  const said = { count: held.count, offers: words.number(considered) }
  if (isUnstated(pay)) return words.t('setup.would_unstated', said)
  return words.t('setup.would', { ...said, pay: payParts(words, pay, true).amount })
}
