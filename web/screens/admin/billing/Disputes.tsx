import type { ReactNode } from 'react'
import { useWords } from '../../../i18n.ts'
import type { Key, Words } from '../../../i18n.ts'
import { Facts } from '../Facts.tsx'
import type { Dispute } from './queries.ts'
import { sayInstant } from './say.ts'

/** The disputes of a payment, their states, and the operator's options. */
export function Disputes({ disputes }: { disputes: readonly Dispute[] }) {
  const words = useWords()
  return disputes.map((dispute) => (
    <section key={dispute.id} className="grid gap-3">
      <p className="console-marks">
        <DisputeMark dispute={dispute} />
      </p>
      <p>{words.say(meaningOf(dispute))}</p>
      <Facts facts={factsOf(dispute, words)} />
    </section>
  ))
}

/** The state of one dispute, in a word or two. */
export function DisputeMark({ dispute: { state, amountCents } }: { dispute: Dispute }) {
  const { t, money } = useWords()
  return (
    <span className="console-mark" data-dispute={state}>
      {t(`accounting.dispute.${state}`, { amount: money(amountCents) })}
    </span>
  )
}

function meaningOf({ state, takenCents }: Dispute): Key {
  if (state === 'open' && takenCents === 0) return 'accounting.dispute_asked'
  return `accounting.dispute_text.${state}`
}

function factsOf(dispute: Dispute, words: Words): [string, ReactNode][] {
  const { t, money } = words
  const facts: [string, ReactNode][] = [
    [t('accounting.dispute_amount'), money(dispute.amountCents)],
    [t('accounting.dispute_taken'), money(dispute.takenCents)],
    [t('accounting.dispute_fee'), money(dispute.feeCents)],
    [t('accounting.dispute_since'), sayInstant(words, dispute.openedAt)],
  ]
  if (dispute.endedAt !== null)
    facts.push([t('accounting.dispute_ended'), sayInstant(words, dispute.endedAt)])
  facts.push([
    t('accounting.dispute_reason'),
    <span key="reason" className="console-id">
      {dispute.reason}
    </span>,
  ])
  facts.push([
    t('accounting.dispute_id'),
    <span key="id" className="console-id">
      {dispute.id}
    </span>,
  ])
  return facts
}
