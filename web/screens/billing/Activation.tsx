import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { PAID_PLANS } from '@madruga/core/plans.ts'
import { SUBSCRIPTION_DAYS } from '@madruga/core/subscriptions.ts'
import { navigate, useSearch } from '../../address.ts'
import { announce } from '../../announce.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { IconCheck, IconCreditCard, IconHistory, IconReceipt, IconUsers } from '../../icons/drawings.ts'
import { IconChevronRight } from '../../icons/first.ts'
import { sessionQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { submit } from '../../ui/submit.ts'
import { useTyped } from '../../ui/use-typed.ts'
import { OFFERS } from '../filters/plan-offers.ts'
import { OpenInvoices } from '../invoices/OpenInvoices.tsx'
import { Suspended } from '../invoices/Suspended.tsx'
import { nounOf, invoicesScreen } from '../invoices/names.ts'
import type { Shown, Noun } from '../invoices/names.ts'
import { AccountStatus } from './AccountStatus.tsx'
import { PriceCard } from './PriceCard.tsx'
import { TestMode } from './TestMode.tsx'
import { UnderWay } from './UnderWay.tsx'
import { readChoice, writeChoice } from './choice.ts'
import { accountQuery } from './queries.ts'
import type { Account, Order } from './queries.ts'
import { usePrice } from './use-price.ts'
import '../recap/recap.css'
import '../invoices/invoices.css'

/**
 * What is paid for until when, what is owed, and the plans to buy; what is chosen lives in the address.
 */
export function Activation() {
  const account = useQuery(accountQuery)
  const session = useQuery(sessionQuery)
  const props = { noun: nounOf(session.data ?? recallDriver()), timeZone: session.data?.timeZone }
  if (account.data !== undefined) return <Board account={account.data} {...props} />
  if (!account.isError) return <PageSkeleton shapes={['h-40 rounded-[1.25rem]', 'h-72 rounded-[1.25rem]']} />
  return <Failed error={account.error} onRetry={() => void account.refetch()} />
}

function Board({ account, ...props }: Shown & { account: Account }) {
  const { canSubscribe, unpaid } = account
  return (
    <div className="mx-auto grid w-full max-w-[72rem] content-start gap-6 px-3 pb-8 pt-1 min-[22.5rem]:px-4 lg:px-6">
      <Troubles account={account} />
      {unpaid.length > 0 && <OpenInvoices unpaid={unpaid} {...props} />}
      <AccountStatus account={account} {...props} />
      {canSubscribe ? <Choose account={account} {...props} /> : <TestMode account={account} />}
      <Ways account={account} noun={props.noun} />
    </div>
  )
}

/** What stands in the way, and payments that have not ended. */
function Troubles({ account }: { account: Account }) {
  const { t } = useWords()
  const { status, suspendedForUnpaid, underWay } = account
  if (status === 'active' && underWay.length === 0) return null
  return (
    <div className="grid gap-3">
      <Suspended account={account} />
      {status !== 'active' && !suspendedForUnpaid && (
        <Notice kind="bad" actions={<ScreenLink screen="support">{t('SUPPORT')}</ScreenLink>}>
          {t('error.accounts.inactive')}
        </Notice>
      )}
      {underWay.map((payment) => (
        <UnderWay key={payment.id} payment={payment} />
      ))}
    </div>
  )
}

/**
 * The plans, for how long, a coupon, and what it comes to. Everything chosen stands in the address, so
 * that neither a reload nor the way back loses it.
 */
function Choose({ account, timeZone }: Shown & { account: Account }) {
  const { t } = useWords()
  const { choice, choose } = useChoice(account)
  const coupon = useTyped(choice.coupon, (code) => choose({ coupon: code }))
  const price = usePrice(choice)
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-x-10">
      <div className="grid content-start gap-6">
        <PlanCards prices={account.prices} value={choice.plan} onChange={(plan) => choose({ plan })} />
        <section aria-labelledby="activation-days" className="grid gap-2.5">
          <h2 id="activation-days" className="text-xl font-extrabold leading-tight tracking-[-0.01em]">
            {t('activation.days')}
          </h2>
          <Segmented
            label={t('activation.days')}
            name="days"
            value={String(choice.days)}
            choices={SUBSCRIPTION_DAYS.map((days) => ({
              value: String(days),
              label: t(`activation.days_${days}`),
            }))}
            onChange={(value) => choose({ days: SUBSCRIPTION_DAYS.find((days) => String(days) === value)! })}
          />
        </section>
        <CouponField coupon={coupon} refused={price.refused} takenCents={price.takenCents} />
      </div>
      <PriceCard
        account={account}
        choice={{ ...choice, coupon: price.refused === null ? coupon.typed.trim() : '' }}
        price={price}
        timeZone={timeZone}
      />
    </div>
  )
}

/** What the address says, and how to say something else without a step back for each. */
function useChoice(account: Account): { choice: Order; choose: (part: Partial<Order>) => void } {
  const choice = readChoice(useSearch(), account)
  const choose = (part: Partial<Order>) =>
    navigate('/activation', { search: writeChoice({ ...choice, ...part }), replace: true, stay: true })
  return { choice, choose }
}

/** A coupon's code: what it takes off, or why it takes nothing, stands under it; what was typed stays. */
function CouponField({
  coupon: { typed, type, passOn },
  refused,
  takenCents,
}: {
  coupon: ReturnType<typeof useTyped>
  /** The code of the refusal; null = none. */
  refused: `billing.coupon_${string}` | null
  takenCents: number
}) {
  const { t, say, money } = useWords()
  const error = refused === null ? undefined : say(`error.${refused}` as Parameters<typeof say>[0])
  const notice = takenCents > 0 ? t('activation.coupon_taken', { sum: money(takenCents) }) : null
  const message = error ?? notice
  useEffect(() => {
    if (message !== null) announce(message)
  }, [message])
  return (
    <form noValidate className="grid gap-1" onSubmit={submit(passOn)}>
      <TextField
        label={t('activation.coupon')}
        aside={t('form.optional')}
        name="coupon"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={60}
        value={typed}
        error={error}
        onChange={(event) => type(event.target.value)}
        onBlur={passOn}
      />
      {notice !== null && <p className="font-semibold leading-snug text-green">{notice}</p>}
    </form>
  )
}

type PaidPlan = Order['plan']

/**
 * The plans with their price and what each gives; the chosen one is a guide sign. Native radios
 * underneath.
 */
function PlanCards({
  prices,
  value,
  onChange,
}: {
  prices: Account['prices']
  value: PaidPlan
  onChange: (plan: PaidPlan) => void
}) {
  const { t } = useWords()
  return (
    <fieldset>
      <legend className="mb-3 text-xl font-extrabold leading-tight tracking-[-0.01em]">
        {t('activation.choose')}
      </legend>
      <div className="grid gap-2 min-[40rem]:grid-cols-2">
        {PAID_PLANS.map((plan) => (
          <Card
            key={plan}
            plan={plan}
            weekCents={prices.weekCents[plan]}
            checked={plan === value}
            onChoose={() => onChange(plan)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Card({
  plan,
  weekCents,
  checked,
  onChoose,
}: {
  plan: PaidPlan
  weekCents: number
  checked: boolean
  onChoose: () => void
}) {
  const { t, money } = useWords()
  return (
    <label className="choice relative cursor-pointer !px-4 !py-3.5">
      <input type="radio" className="sr-only" name="plan" checked={checked} onChange={onChoose} />
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-xl font-extrabold leading-tight">{t(`activation.${plan}`)}</span>
        <span className="tnum font-bold">{t('activation.a_week', { price: money(weekCents) })}</span>
      </span>
      <span className="mt-2 grid gap-1.5">
        {plan === 'professional' && (
          <span className="font-semibold leading-snug">{t('activation.all_of_advanced')}</span>
        )}
        {OFFERS[plan].map((offer) => (
          <span key={offer} className="flex gap-2 leading-snug">
            <IconCheck size={20} aria-hidden className="shrink-0" />
            <span>{t(`plan.gives_${offer}`)}</span>
          </span>
        ))}
      </span>
    </label>
  )
}

/** The other screens of money. */
function Ways({ account: { prices }, noun }: { account: Pick<Account, 'prices'>; noun: Noun }) {
  const { t } = useWords()
  const ways = [
    { screen: invoicesScreen(noun), Icon: IconReceipt, name: t('INVOICES') },
    { screen: 'payment-history', Icon: IconHistory, name: t('title.payment-history') },
    { screen: 'payment', Icon: IconCreditCard, name: t('activation.methods') },
    { screen: 'invite', Icon: IconUsers, name: t('activation.invite', { percent: prices.referralPercent }) },
  ] as const
  return (
    <nav aria-label={t('activation.ways')}>
      <ul className="card grid overflow-hidden lg:grid-cols-2">
        {ways.map(({ screen, Icon, name }) => (
          <li key={screen} className="border-b border-line last:border-b-0 lg:nth-last-2:border-b-0">
            <ScreenLink screen={screen} className="bill-row font-semibold">
              <Icon size={22} aria-hidden className="shrink-0 text-muted" />
              <span className="min-w-0 flex-1 leading-tight">{name}</span>
              <IconChevronRight size={20} aria-hidden className="shrink-0 text-muted" />
            </ScreenLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
