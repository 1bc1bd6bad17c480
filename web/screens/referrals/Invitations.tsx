import { useMutation } from '@tanstack/react-query'
import { IconArchive, IconArrowBackUp, IconChevronDown, IconGift, IconSend } from '../../icons/drawings.ts'
import { IconCircleCheck } from '../../icons/first.ts'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { queryClient } from '../../queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { showPhone } from '../accounts/phone.ts'
import { referralsQuery } from './queries.ts'
import type { Invitation } from './queries.ts'

type Given = { invitations: readonly Invitation[]; timeZone: string | undefined }

/** Every invitation, newest first; hidden ones are in a collapsed part and can be restored. */
export function Invitations({ invitations, timeZone }: Given) {
  const { t, say } = useWords()
  const move = useMutation({
    mutationFn: ({ id, archived }: Pick<Invitation, 'id' | 'archived'>) =>
      api.referrals.archive({ id, archived }),
    onSuccess: (program, { archived }) => {
      queryClient.setQueryData(referralsQuery.queryKey, program)
      announce(t(archived ? 'invite.archived_say' : 'invite.brought_back_say'))
    },
  })
  const away = invitations.filter(({ archived }) => archived)
  const here = invitations.filter(({ archived }) => !archived)
  const rows = (list: readonly Invitation[]) =>
    list.map((one) => (
      <Row
        key={one.id}
        one={one}
        timeZone={timeZone}
        busy={move.isPending && move.variables.id === one.id}
        onMove={() => {
          if (!move.isPending) move.mutate({ id: one.id, archived: !one.archived })
        }}
      />
    ))
  return (
    <section aria-labelledby="invite-list" className="grid gap-3">
      <h2 id="invite-list" className="text-xl font-extrabold tracking-[-0.01em]">
        {t('invite.list')}
      </h2>
      {move.isError && (
        <Notice kind="bad" onClose={move.reset}>
          {say(`error.${toProblem(move.error).code}`)}
        </Notice>
      )}
      {here.length > 0 ? (
        <ul className="card overflow-hidden">{rows(here)}</ul>
      ) : (
        <Nothing putAway={away.length > 0} />
      )}
      {away.length > 0 && (
        <details className="group card overflow-hidden">
          <summary className="flex min-h-12 cursor-pointer items-center px-4 font-bold">
            {t('invite.archived', { count: away.length })}
            <IconChevronDown size={22} aria-hidden className="ml-auto group-open:rotate-180" />
          </summary>
          <ul className="border-t border-line">{rows(away)}</ul>
        </details>
      )}
    </section>
  )
}

const STATES: Record<Invitation['state'], { Icon: typeof IconSend; colour: string }> = {
  sent: { Icon: IconSend, colour: 'text-muted' },
  joined: { Icon: IconCircleCheck, colour: 'text-amber-text' },
  earned: { Icon: IconGift, colour: 'text-green' },
}

function Row({
  one,
  timeZone,
  busy,
  onMove,
}: {
  one: Invitation
  timeZone: string | undefined
  busy: boolean
  onMove: () => void
}) {
  const { t, date } = useWords()
  const { Icon, colour } = STATES[one.state]
  const phone = showPhone(one.phone)
  return (
    <li className="flex items-center gap-2 border-b border-line py-2 pl-4 pr-2 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="tnum font-semibold leading-tight">{phone}</p>
        <p className={`mt-0.5 flex items-center gap-1 text-sm font-semibold leading-tight ${colour}`}>
          <Icon size={16} aria-hidden className="shrink-0" />
          {t(`invite.state.${one.state}`)}
        </p>
        <p className="tnum text-sm leading-snug text-muted">
          {t('invite.sent_at', { when: date(one.sentAt, timeZone) })}
        </p>
      </div>
      <button
        type="button"
        className="grid size-12 shrink-0 place-items-center rounded-xl hover:bg-surface-2"
        aria-disabled={busy}
        aria-label={`${t(one.archived ? 'invite.bring_back' : 'invite.archive')}: ${phone}`}
        onClick={onMove}
      >
        {one.archived ? <IconArrowBackUp size={22} aria-hidden /> : <IconArchive size={22} aria-hidden />}
      </button>
    </li>
  )
}

function Nothing({ putAway }: { putAway: boolean }) {
  const { t } = useWords()
  return (
    <div className="card px-5 py-6 text-center">
      <p className="font-extrabold">{t(putAway ? 'invite.list_put_away' : 'invite.list_none')}</p>
    </div>
  )
}
