import { useQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { describeVariant } from '@madruga/core/variants.ts'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { IconCheck, IconCopy, IconShare } from '../../icons/drawings.ts'
import { sessionQuery, queryClient } from '../../queries.ts'
import { useVariant } from '../../stations.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { SwitchRow } from '../../ui/SwitchRow.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { PhoneField } from '../accounts/PhoneField.tsx'
import { formatPhone } from '../accounts/phone.ts'
import { Invitations } from './Invitations.tsx'
import { referralsQuery } from './queries.ts'
import type { Program } from './queries.ts'
import { checkFriend, refusedFields } from './refusal.ts'
import { worthsOf } from './worth.ts'

/** The driver's code, the friends they invite with it, and the credits for them. */
export function Invite() {
  const referrals = useQuery(referralsQuery)
  const timeZone = useQuery(sessionQuery).data?.timeZone
  const program = referrals.data
  if (program === undefined && referrals.isError) {
    return <Failed error={referrals.error} onRetry={() => void referrals.refetch()} />
  }
  if (program === undefined) {
    return <PageSkeleton shapes={['h-56 rounded-[1.25rem]', 'h-56 rounded-[1.25rem]']} beside />
  }
  return (
    <div className="mx-auto grid w-full max-w-[72rem] content-start gap-6 px-3 pb-8 pt-1 min-[22.5rem]:px-4 lg:grid-cols-2 lg:gap-x-10 lg:px-6">
      <div className="grid content-start gap-6">
        <CodeBanner program={program} />
        <InviteForm program={program} />
      </div>
      <div className="grid content-start gap-6">
        <Credits program={program} />
        <Invitations invitations={program.invitations} timeZone={timeZone} />
      </div>
    </div>
  )
}

/** The code as a guide sign, readable from a phone held up; its link to copy and share. */
function CodeBanner({ program: { code, link, percent } }: { program: Program }) {
  const { t } = useWords()
  const [copyResult, setCopyResult] = useState<'yes' | 'no' | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setCopyResult('yes')
      announce(t('invite.copied'))
    } catch {
      setCopyResult('no')
    }
  }
  const share = async () => {
    try {
      await navigator.share({
        title: t('invite.share_title'),
        text: t('invite.share_text', { code }),
        url: link,
      })
    } catch {
      // The driver dismissed the share sheet, or sharing is not available: the code is still visible.
    }
  }
  const shares = typeof navigator.share === 'function'
  return (
    <section
      aria-labelledby="invite-code"
      className="rounded-[1.25rem] bg-sign px-5 py-5 text-center text-on-sign"
    >
      <h2 id="invite-code" className="font-semibold">
        {t('invite.code')}
      </h2>
      <p className="select-all text-[clamp(2.25rem,11vw,3.75rem)] font-extrabold leading-tight tracking-[0.08em] [overflow-wrap:anywhere]">
        {code}
      </p>
      <p className="mx-auto max-w-[34ch] leading-snug">{t('invite.code_text', { percent })}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <button
          type="button"
          className="btn flex-1 basis-32 !bg-white/15 !text-on-sign hover:!bg-white/25"
          onClick={() => void copy()}
        >
          {copyResult === 'yes' ? (
            <IconCheck size={20} aria-hidden className="shrink-0" />
          ) : (
            <IconCopy size={20} aria-hidden className="shrink-0" />
          )}
          {t(copyResult === 'yes' ? 'invite.copied' : 'invite.copy')}
        </button>
        {shares && (
          <button
            type="button"
            className="btn flex-1 basis-32 !bg-white/15 !text-on-sign hover:!bg-white/25"
            onClick={() => void share()}
          >
            <IconShare size={20} aria-hidden className="shrink-0" />
            {t('invite.share')}
          </button>
        )}
      </div>
      {copyResult === 'no' && (
        <div role="alert" className="mt-3 text-left">
          <p className="font-semibold leading-snug">{t('invite.copy_failed')}</p>
          <p className="select-all [overflow-wrap:anywhere]">{link}</p>
        </div>
      )}
    </section>
  )
}

/** Credits earned, used and available, the value of one, and the number of friends. */
function Credits({ program }: { program: Program }) {
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
    mutationFn: (next: boolean) => api.referrals.keepCredits({ keep: next }),
    onSuccess: (program) => queryClient.setQueryData(referralsQuery.queryKey, program),
  })
  return (
    <div className="-mx-4 -mb-3 mt-2">
      <SwitchRow
        label={t('invite.keep')}
        hint={t('invite.keep_hint')}
        checked={choose.isPending ? choose.variables : keep}
        onChange={(next) => choose.mutate(next)}
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

/** Inviting a friend by SMS: after a refusal the number stays and the reason is shown under it. */
function InviteForm({ program: { leftToday } }: { program: Program }) {
  const { t, say } = useWords()
  const fields = useFields({ phone: '' })
  const { phone } = fields.values
  const send = useMutation({ mutationFn: (to: string) => api.referrals.invite({ phone: to }) })
  const submit = async () => {
    if (send.isPending) return
    const refusals = checkFriend(phone)
    fields.refuse(refusals)
    if (refusals.length > 0) return
    try {
      queryClient.setQueryData(referralsQuery.queryKey, await send.mutateAsync(phone))
      announce(t('invite.sent_say', { phone: formatPhone(phone) }))
      fields.set('phone', '')
    } catch (thrown) {
      fields.refuse(refusedFields(toProblem(thrown)))
    }
  }
  const problem = send.error ? toProblem(send.error) : null
  const elsewhere = problem !== null && refusedFields(problem).length === 0
  return (
    <section aria-labelledby="invite-friend" className="grid gap-3">
      <h2 id="invite-friend" className="text-xl font-extrabold tracking-[-0.01em]">
        {t('invite.friend')}
      </h2>
      <form
        id={fields.id}
        noValidate
        className="card grid gap-3 p-5"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <PhoneField
          label={t('invite.phone')}
          hint={t('invite.phone_hint')}
          name="phone"
          autoComplete="off"
          digits={phone}
          error={fields.errorOf('phone')}
          onChange={(digits) => {
            send.reset()
            fields.set('phone', digits)
          }}
        />
        {elsewhere && <Notice kind="bad">{say(`error.${problem.code}`, problem.params)}</Notice>}
        {send.isSuccess && phone === '' && (
          <Notice kind="good">{t('invite.sent_say', { phone: formatPhone(send.variables) })}</Notice>
        )}
        <button type="submit" className="btn w-full" data-strong="true" aria-disabled={send.isPending}>
          {t(send.isPending ? 'invite.sending' : 'invite.send')}
        </button>
        <p className="text-sm leading-snug text-muted">
          {leftToday > 0 ? t('invite.left_today', { count: leftToday }) : t('invite.none_left')}
        </p>
      </form>
    </section>
  )
}
