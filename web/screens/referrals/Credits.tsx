import { useVariant } from '../../stations.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { queryClient } from '../../queries.ts'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { SwitchRow } from '../../ui/SwitchRow.tsx'
import { referralsQuery } from './queries.ts'
import type { Program } from './queries.ts'
import { worthsOf } from './worth.ts'

/** Credits earned, used and available, the value of one, and the number of friends. */
export function Credits({ program }: { program: Program }) {
  const { credits, percent, fullFromCents, joined } = program
  const { t, number, money } = useWords()
  const canSubscribe = describeVariant(useVariant()).hasPlans
  const { keep } = credits
  const worths = worthsOf(credits)
  const figures = [
    { name: t('invite.available'), value: credits.available, strong: true },
    { name: t('invite.earned'), value: credits.earned, strong: false },
    { name: t('invite.used'), value: credits.used, strong: false },
  ]
  return (
    <section aria-labelledby="invite-credits" className="grid gap-3">
      <h2 id="invite-credits" className="text-xl font-extrabold tracking-[-0.01em]">
        {t('invite.credits')}
      </h2>
      <div className="card p-5">
        <dl className="grid grid-cols-3 gap-2">
          {figures.map(({ name, value, strong }) => (
            <div key={name} className="flex min-w-0 flex-col-reverse justify-end">
              <dt className="text-sm leading-tight text-muted [overflow-wrap:anywhere]">{name}</dt>
              <dd
                className={`tnum text-[2.5rem] font-extrabold leading-none ${strong && value > 0 ? 'text-green' : ''}`}
              >
                {number(value)}
              </dd>
            </div>
          ))}
        </dl>
        {worths.length > 0 && (
          <p className="mt-3 font-bold leading-snug">
            {worths.map(({ key, cents }) => t(key, { amount: money(cents) })).join(' ')}
          </p>
        )}
        <p className="mt-3 leading-snug">
          {t(worthKey(keep, canSubscribe), { percent })} {t('invite.credit_cap')}
        </p>
        {canSubscribe && (
          <p className="mt-1 leading-snug">
            {t('invite.credit_full', {
              percent,
              advanced: money(fullFromCents.advanced),
              professional: money(fullFromCents.professional),
            })}
          </p>
        )}
        <p className="mt-1 leading-snug text-muted">
          {joined > 0 ? t('invite.joined', { count: joined }) : t('invite.joined_none')}
        </p>
        {canSubscribe && <Keep keep={keep} />}
      </div>
    </section>
  )
}

/** Whether credits are saved for a subscription. */
function Keep({ keep }: { keep: boolean }) {
  const { t } = useWords()
  const choose = useMutation({
    mutationFn: (wanted: boolean) => api.referrals.keepCredits({ keep: wanted }),
    onSuccess: (program) => queryClient.setQueryData(referralsQuery.queryKey, program),
  })
  return (
    <div className="-mx-4 -mb-3 mt-2">
      <SwitchRow
        label={t('invite.keep')}
        hint={t('invite.keep_hint')}
        checked={choose.isPending ? choose.variables : keep}
        onChange={(wanted) => choose.mutate(wanted)}
      />
      <RefusalNotice error={choose.error} />
    </div>
  )
}

/** What a credit is good for; without plans there are invoices alone. */
function worthKey(keep: boolean, canSubscribe: boolean) {
  if (!canSubscribe) return 'invite.credit_invoice'
  return keep ? 'invite.credit_kept' : 'invite.credit_worth'
}
