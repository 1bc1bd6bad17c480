import { useMutation } from '@tanstack/react-query'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { queryClient } from '../../queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { PhoneField } from '../accounts/PhoneField.tsx'
import { formatPhone } from '../accounts/phone.ts'
import { referralsQuery } from './queries.ts'
import type { Program } from './queries.ts'
import { checkFriend, refusedFields } from './refusal.ts'

/** Inviting a friend by SMS: after a refusal the number stays and the reason is shown under it. */
export function InviteForm({ program: { leftToday } }: { program: Program }) {
  const { t, say } = useWords()
  const fields = useFields({ phone: '' })
  const { phone } = fields.values
  const send = useMutation({ mutationFn: (to: string) => api.referrals.invite({ phone: to }) })
  const submit = async () => {
    if (send.isPending) return
    const refused = checkFriend(phone)
    fields.refuse(refused)
    if (refused.length > 0) return
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
