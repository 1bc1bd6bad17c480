import { sayUsePrice } from '../billing/price-words.ts'
import { findSaving } from '@madruga/core/invoices.ts'
import { IconRoad } from '../../icons/drawings.ts'
import { useWords } from '../../i18n.ts'
import { SavingNotice } from '../billing/SavingNotice.tsx'
import { LineRow } from './LineRow.tsx'
import { countLines } from './figures.ts'
import { weekWords } from '../recap/figures.ts'
import { countWords } from './names.ts'
import type { Shown } from './names.ts'
import type { Dunning, RunningWeek as Running } from './queries.ts'

/** The week's total so far, line by line, and when it closes; or that a subscription covers it. */
export function RunningWeek({
  running,
  account,
  ...props
}: Shown & { running: Running | null; account: Dunning }) {
  const { active } = account
  return (
    <>
      {(active !== null || running === null) && (
        <Subscribed active={active} before={running !== null} {...props} />
      )}
      {running !== null && <SoFar running={running} account={account} {...props} />}
    </>
  )
}

function SoFar({ running, account, ...props }: Shown & { running: Running; account: Dunning }) {
  const words = useWords()
  const { t } = words
  const mayBuy = account.canSubscribe && account.active === null
  const saving = mayBuy ? findSaving(running.totalCents, account.prices) : null
  return (
    <section aria-labelledby="invoices-running" className="card px-5 py-4">
      <h2 id="invoices-running" className="font-semibold">
        {t('invoices.running')}
      </h2>
      <p className="tnum text-[2.5rem] font-extrabold leading-tight tracking-[-0.02em]">
        {words.money(running.totalCents)}
      </p>
      <p className="leading-snug text-muted">
        {t('invoices.running_closes', {
          days: weekWords(words, running),
          when: words.dayTime(running.closesAt, props.timeZone),
        })}
      </p>
      <RunningLines lines={running.lines} {...props} />
      {saving !== null && <SavingNotice useCents={running.totalCents} saving={saving} />}
      {account.active === null && <Costs account={account} noun={props.noun} />}
    </section>
  )
}

function RunningLines({ lines, timeZone }: Pick<Shown, 'timeZone'> & Pick<Running, 'lines'>) {
  const words = useWords()
  const { t } = words
  if (lines.length === 0) return <p className="mt-3 font-semibold">{t('invoices.running_none')}</p>
  return (
    <>
      <dl className="mt-3 grid">
        {countLines(lines).map((sum) => (
          <div key={sum.kind} className="bill-sum">
            <dt>{countWords(words, sum)}</dt>
            <dd className="tnum font-bold">{words.money(sum.cents)}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary className="flex min-h-12 cursor-pointer items-center text-sm font-bold underline">
          {t('invoices.each')}
        </summary>
        <ul className="-mx-1 grid">
          {lines.map((line, index) => (
            <LineRow key={index} line={line} place={index + 1} timeZone={timeZone} />
          ))}
        </ul>
      </details>
    </>
  )
}

/** The current price of each kind. */
export function Costs({ account: { prices }, noun }: { account: Dunning; noun: Shown['noun'] }) {
  const words = useWords()
  return (
    <p className="mt-2 text-sm leading-snug text-muted">
      {noun === 'job' ? words.t('invoices.costs_job') : sayUsePrice(words, prices, noun)}
    </p>
  )
}

function Subscribed({
  active,
  before,
  timeZone,
}: Pick<Shown, 'timeZone'> & {
  active: Dunning['active']
  /** Earlier charges of this week. */
  before: boolean
}) {
  const { t, date } = useWords()
  return (
    <section
      aria-labelledby="invoices-subscribed"
      className="card grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 px-5 py-4"
    >
      <span aria-hidden className="grid size-10 place-items-center rounded-xl bg-sign text-on-sign">
        <IconRoad size={24} />
      </span>
      <div>
        <h2 id="invoices-subscribed" className="text-lg font-extrabold leading-tight">
          {t('invoices.subscribed')}
        </h2>
        {active && (
          <p className="font-semibold leading-snug">
            {t('invoices.subscribed_until', {
              plan: t(`plan.${active.plan}`),
              until: date(active.until, timeZone),
            })}
          </p>
        )}
        <p className="mt-1 leading-snug text-muted">
          {t(before ? 'invoices.subscribed_since' : 'invoices.subscribed_text')}
        </p>
      </div>
    </section>
  )
}
