import { IconMailCode } from '../../icons/drawings.ts'
import { useQuery } from '@tanstack/react-query'
import { phoneFormOf, readPhone } from '@madruga/core/accounts.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { readVariant } from '@madruga/core/variants.ts'
import { navigate } from '../../address.ts'
import { useState } from 'react'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { sendsTexts } from '../../paid.ts'
import { serviceQuery } from '../../queries.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { CodePanel } from './CodePanel.tsx'
import { DemoMessages } from './DemoMessages.tsx'
import { StepLane } from './StepLane.tsx'
import { startRegisterDraft } from './register-draft.ts'
import { inOnePiece, useTicket, writeTicket } from './ticket.ts'
import type { Ticket } from './ticket.ts'

type CodeTicket = Extract<Ticket, { stage: 'code' }>

const LINK = 'inline-flex min-h-12 items-center font-bold underline'

/** Entry of the code for a new account or a new password. */
export function CodeEntry() {
  const current = useTicket()
  // The next stage is written just before its screen appears: until then this one stays unchanged.
  const [ticket, setTicket] = useState(current)
  if (current?.stage === 'code' && current !== ticket) setTicket(current)
  return (
    <div className="mx-auto grid w-full max-w-[27rem] content-start gap-6 px-4 pb-8 pt-1">
      {ticket?.stage === 'code' ? <Waiting ticket={ticket} /> : <NothingWaits />}
    </div>
  )
}

function Waiting({ ticket }: { ticket: CodeTicket }) {
  const { t } = useWords()
  const { data: service } = useQuery(serviceQuery)
  const { sent, purpose, second } = ticket
  const check = async (code: string) => {
    const answer = await api.accounts.checkCode({ ticket: sent.ticket, code })
    if (answer.next === 'code') {
      writeTicket({ ...ticket, sent: answer.sent, second: true })
    } else if (answer.next === 'register') {
      const { email, variant } = answer
      writeTicket({ stage: 'account', ticket: sent.ticket, email, variant })
      navigate('/register', { replace: true })
    } else {
      writeTicket({ stage: 'password', ticket: sent.ticket })
      navigate('/password', { replace: true })
    }
  }
  return (
    <>
      <div className="grid gap-4">
        {purpose === 'register' && <StepLane step={2} of={3} />}
        <div className="grid gap-1">
          <h2 className="text-2xl font-extrabold tracking-[-0.01em]">
            {t(second ? 'otp.second' : 'otp.first')}
          </h2>
          <p className="text-lg leading-snug [overflow-wrap:anywhere]">
            {t(sentenceOf(ticket), { to: inOnePiece(sent.sentTo) })}
          </p>
        </div>
      </div>
      <CodePanel
        key={sent.ticket + String(second)}
        sent={sent}
        onSent={(next) => writeTicket({ ...ticket, sent: next })}
        check={check}
        demoTo={service?.messagesOpen ? recipientOf(ticket, service.variants) : null}
      />
      <div className="grid gap-2">
        {hasOtherWay(ticket, service) && (
          <ScreenLink
            screen={purpose === 'register' ? 'register' : 'password'}
            search={{ channel: sent.channel === 'sms' ? 'email' : 'sms' }}
            className={`${LINK} justify-self-start`}
          >
            {t(sent.channel === 'sms' ? 'otp.other_email' : 'otp.other_sms')}
          </ScreenLink>
        )}
        {purpose === 'register' && (
          <ScreenLink screen="register" className={`${LINK} justify-self-start`}>
            {t('otp.wrong_place')}
          </ScreenLink>
        )}
        {service?.messagesOpen && <DemoMessages />}
      </div>
    </>
  )
}

/** Codes come by e-mail alone where no texts leave, where one is the second, and where no phone was given. */
function hasOtherWay(
  { purpose, second }: CodeTicket,
  service: { texts: boolean } | null | undefined,
): boolean {
  return sendsTexts(service) && !second && (purpose === 'reset' || startRegisterDraft().phone !== '')
}

/** To whom the code of a registration went, as the received messages name them; null for other codes. */
function recipientOf({ purpose, sent }: CodeTicket, variants: readonly Variant[]): string | null {
  if (purpose !== 'register') return null
  const { email, phone, ...draft } = startRegisterDraft()
  const variant = readVariant(draft.variant, variants)
  if (sent.channel === 'sms') return readPhone(phone, phoneFormOf({ variant }, 'new'))
  return email.trim().toLowerCase()
}

function sentenceOf({ purpose, second, sent }: CodeTicket) {
  if (second) return 'otp.second_text'
  if (purpose === 'reset') return 'otp.reset_text'
  return sent.channel === 'sms' ? 'otp.sent_sms' : 'otp.sent_email'
}

/** Opened without having requested a code. */
function NothingWaits() {
  const { t } = useWords()
  return (
    <div className="grid justify-items-center gap-3 px-2 py-8 text-center">
      <IconMailCode size={44} className="text-muted" aria-hidden />
      <h2 className="text-2xl font-extrabold tracking-[-0.01em]">{t('otp.none')}</h2>
      <p className="max-w-[34ch] text-lg leading-snug text-muted">{t('otp.none_text')}</p>
      <div className="mt-3 grid w-full gap-2">
        <ScreenLink screen="register" className="btn !min-h-14" strong>
          {t('title.register')}
        </ScreenLink>
        <ScreenLink screen="password" className="btn !min-h-14">
          {t('title.password')}
        </ScreenLink>
        <ScreenLink screen="login" className={`${LINK} justify-center`}>
          {t('title.login')}
        </ScreenLink>
      </div>
    </div>
  )
}
