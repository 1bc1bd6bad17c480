import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { IconMailbox, IconDeviceMobileMessage } from '../../icons/drawings.ts'
import { useId, useState } from 'react'
import { toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useDesktop } from '../../ui/media.ts'
import { submit } from '../../ui/submit.ts'
import { useTicket } from '../accounts/ticket.ts'
import { ReceivedMail } from './ReceivedMail.tsx'
import { ReceivedPhone } from './ReceivedPhone.tsx'
import { receivedQuery } from './received-query.ts'
import type { ReceivedPage } from './received-query.ts'
import './received.css'

const SIDES = ['mail', 'phone'] as const
type ReceivedPages = UseInfiniteQueryResult<InfiniteData<ReceivedPage>>
type Side = (typeof SIDES)[number]

/** Messages of the embedded gateways: the mailbox and the phone of a service without providers. */
export function Received() {
  const { t, say } = useWords()
  const [to, setTo] = useState('')
  const [side, setSide] = useState<Side>('mail')
  const desktop = useDesktop()
  const name = useId()
  const inbox = useInfiniteQuery(receivedQuery(to))
  const code = inbox.error ? toProblem(inbox.error).code : null
  if (code === 'accounts.forbidden' || code === 'accounts.signed_out') return <Refused />
  const elsewhere = inbox.data?.pages[0]?.elsewhere ?? []
  return (
    <div className="received">
      <WayBack />
      <p className="text-muted">{t('received.explain')}</p>
      {elsewhere.length > 0 && (
        <Notice kind="plain">
          {t('received.elsewhere', {
            channels: elsewhere.map((channel) => say(`outbox.channel.${channel}`)).join(', '),
          })}
        </Notice>
      )}
      <Recipient
        onShow={(recipient) => {
          setTo(recipient)
          // A phone shows one side at a time: the one that this recipient can have messages on.
          if (recipient !== '') setSide(recipient.includes('@') ? 'mail' : 'phone')
        }}
      />
      {!desktop && (
        <Segmented<Side>
          label={t('outbox.channel')}
          name={name}
          value={side}
          onChange={setSide}
          choices={SIDES.map((value) => ({ value, label: t(`received.title_${value}`) }))}
        />
      )}
      <Found received={inbox} shown={desktop ? SIDES : [side]} />
      {inbox.hasNextPage && (
        <button
          type="button"
          className="btn justify-self-center"
          aria-disabled={inbox.isFetchingNextPage}
          onClick={() => void inbox.fetchNextPage()}
        >
          {t(inbox.isFetchingNextPage ? 'shell.loading' : 'received.older')}
        </button>
      )}
    </div>
  )
}

/** Without a menu: back to where a code is waited for, or to the sign-in. */
function WayBack() {
  const { t } = useWords()
  const session = useQuery(sessionQuery)
  const ticket = useTicket()
  if (session.data) return null
  return ticket?.stage === 'code' ? (
    <ScreenLink screen="otp" strong className="btn justify-self-start">
      {t('register.enter_code')}
    </ScreenLink>
  ) : (
    <ScreenLink screen="login" className="btn justify-self-start">
      {t('title.login')}
    </ScreenLink>
  )
}

function Found({ received, shown }: { received: ReceivedPages; shown: readonly Side[] }) {
  const pages = received.data?.pages ?? []
  const messages = pages.flatMap((page) => page.messages)
  if (received.isPending) {
    return (
      <div className="card overflow-hidden" aria-busy="true">
        <SkeletonRows rows={6} />
      </div>
    )
  }
  if (received.isError && messages.length === 0) {
    return <Failed error={received.error} onRetry={() => void received.refetch()} />
  }
  return (
    <div className="received-sides">
      {shown.includes('mail') && (
        <ReceivedMail
          mails={messages.filter((one) => one.channel === 'email')}
          empty={<Empty side="mail" />}
        />
      )}
      {shown.includes('phone') && (
        <ReceivedPhone
          messages={messages.filter((one) => one.channel !== 'email')}
          answers={!pages[0]?.elsewhere.includes('sms')}
          empty={<Empty side="phone" />}
        />
      )}
    </div>
  )
}

function Recipient({ onShow }: { onShow: (to: string) => void }) {
  const { t } = useWords()
  const [input, setInput] = useState('')
  return (
    <form className="received-to" onSubmit={submit(() => onShow(input.trim()))}>
      <TextField
        label={t('received.to')}
        hint={t('received.to_hint')}
        value={input}
        maxLength={254}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setInput(event.target.value)
          if (event.target.value === '') onShow('')
        }}
      />
      <button type="submit" className="btn">
        {t('received.show')}
      </button>
    </form>
  )
}

function Empty({ side }: { side: Side }) {
  const { t } = useWords()
  const Icon = side === 'mail' ? IconMailbox : IconDeviceMobileMessage
  return (
    <div className="grid justify-items-center gap-1 px-6 py-10 text-center">
      <Icon size={36} className="text-muted" aria-hidden />
      <p className="text-lg font-extrabold">{t(`received.no_${side}`)}</p>
      <p className="max-w-[36ch] text-muted">{t('received.none_text')}</p>
    </div>
  )
}

function Refused() {
  const { t } = useWords()
  const signedIn = Boolean(useQuery(sessionQuery).data)
  return (
    <div className="received">
      <Notice
        kind="bad"
        actions={
          signedIn ? (
            <ScreenLink screen="home">{t('shell.home')}</ScreenLink>
          ) : (
            <ScreenLink screen="login">{t('title.login')}</ScreenLink>
          )
        }
      >
        {t('received.refused')}
      </Notice>
    </div>
  )
}
