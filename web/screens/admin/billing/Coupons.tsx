import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerTime } from '../../../clock.ts'
import { dayNames } from '@madruga/core/days.ts'
import { useWords } from '../../../i18n.ts'
import type { Words } from '../../../i18n.ts'
import { onDemand } from '../../../ui/on-demand.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { ExportLink } from '../ExportLink.tsx'
import { OrderChoice } from '../OrderChoice.tsx'
import { Results } from '../Results.tsx'
import type { Order } from '../queries.ts'
import { stateOfCoupon } from './coupon-form.ts'
import { couponsQuery } from './queries.ts'
import type { CouponRow } from './queries.ts'
import { sayDay } from './say.ts'

const MakeCoupon = onDemand(() => import('./MakeCoupon.tsx').then((module) => module.MakeCoupon))
const StopCoupon = onDemand(() => import('./StopCoupon.tsx').then((module) => module.StopCoupon))

/** All coupons, their usage, and a way to create another. */
export function Coupons() {
  const { t } = useWords()
  const list = useQuery(couponsQuery)
  const [making, setMaking] = useState<boolean | null>(null)
  const [stopping, setStopping] = useState<string | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [order, setOrder] = useState<Order>('newest')
  const rows = inOrder(list.data ?? [], order)
  return (
    <>
      {notice !== null && (
        <Notice kind="good" onClose={() => setNotice(null)}>
          {notice}
        </Notice>
      )}
      <button
        type="button"
        className="btn justify-self-start"
        data-strong="true"
        onClick={() => setMaking(true)}
      >
        {t('accounting.coupon_make')}
      </button>
      <OrderChoice order={order} onChange={setOrder} />
      <ExportLink list="coupons" />
      <Results
        list={list}
        empty={rows.length === 0}
        none={t('accounting.no_coupons')}
        noneText={t('accounting.no_coupons_text')}
        rows={5}
      >
        <ul className="console-list card">
          {rows.map((coupon) => (
            <li key={coupon.code}>
              <Row coupon={coupon} onStop={() => setStopping(coupon.code)} />
            </li>
          ))}
        </ul>
      </Results>
      {making !== null && <MakeCoupon open={making} onClose={() => setMaking(false)} onDone={setNotice} />}
      {stopping !== null && (
        <StopCoupon key={stopping} code={stopping} onClose={() => setStopping(null)} onDone={setNotice} />
      )}
    </>
  )
}

/** Coupons by when they begin. */
function inOrder(coupons: readonly CouponRow[], order: Order): CouponRow[] {
  const oldest = coupons.toSorted((one, other) => one.from - other.from)
  return order === 'oldest' ? oldest : oldest.toReversed()
}

function Row({ coupon, onStop }: { coupon: CouponRow; onStop: () => void }) {
  const words = useWords()
  const { t, money, number } = words
  const state = stateOfCoupon(coupon, useServerTime(30_000))
  const { cut, mostUses, uses } = coupon
  return (
    <div className="console-row accounting-coupon">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="accounting-code">{coupon.code}</b>
        <span className="console-mark" data-coupon={state}>
          {t(`accounting.coupon.${state}`)}
        </span>
      </span>
      <span className="tnum">
        <b>
          {cut.kind === 'percent'
            ? t('accounting.cut_percent', { percent: number(cut.percent) })
            : t('accounting.cut_amount', { amount: money(cut.cents) })}
        </b>
        , {t(`accounting.applies.${coupon.appliesTo}`)}
      </span>
      <span className="tnum text-muted">
        {windowWords(words, coupon)}
        <br />
        {mostUses === null
          ? t('accounting.uses', { count: uses })
          : t('accounting.uses_of', { uses: number(uses), most: number(mostUses) })}
      </span>
      <span className="text-sm text-muted">
        {coupon.note !== '' && (
          <>
            {coupon.note}
            <br />
          </>
        )}
        {coupon.actor}
      </span>
      {state !== 'stopped' && state !== 'over' && (
        <button type="button" className="btn" onClick={onStop}>
          {t('accounting.coupon_stop')}
          <span className="sr-only">: {coupon.code}</span>
        </button>
      )}
    </div>
  )
}

function windowWords(words: Words, { from, until }: CouponRow): string {
  const dayOf = dayNames(undefined)
  const first = sayDay(words, dayOf(from))
  // The end is the first moment without it.
  return until === null
    ? words.t('accounting.window_open', { from: first })
    : words.t('accounting.window', { from: first, until: sayDay(words, dayOf(until - 1)) })
}
