import { describeVariant } from '@madruga/core/variants.ts'
import { IconCheck } from '../../icons/check.ts'
import { PLANS } from '@madruga/core/plans.ts'
import type { Plan } from '@madruga/core/plans.ts'
import type { KnownDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { isPaid } from '../../paid.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { filterScreen } from '../shell/menu.ts'
import { OFFERS } from './plan-offers.ts'

/** This editor belongs to another plan: the driver's own, and the benefits of this one. */
export function OtherPlan({ driver, wanted }: { driver: Pick<KnownDriver, 'app' | 'plan'>; wanted: Plan }) {
  const { t } = useWords()
  const own = driver.plan
  const { hasPlans, word } = describeVariant(driver.app)
  // Where no one pays, no plan is sold or named.
  const isSold = isPaid()
  const dearer = hasPlans && isSold && PLANS.indexOf(wanted) > PLANS.indexOf(own)
  const sort = !hasPlans ? 'spark' : !isSold ? 'closed' : dearer ? 'dearer' : 'cheaper'
  const added = PLANS.slice(PLANS.indexOf(own) + 1, PLANS.indexOf(wanted) + 1)
  return (
    <div className="reading grid gap-4 p-4 lg:px-6">
      <section className="card grid gap-4 p-5">
        <div>
          {isSold && <p className="font-bold text-amber-text">{t(`plan.${wanted}`)}</p>}
          <h2 className="text-[1.75rem] font-extrabold leading-tight tracking-[-0.02em]">
            {t(`plan.${sort}_title`)}
          </h2>
          <p className="mt-2 max-w-[46ch] leading-snug text-muted">
            {t(sort === 'spark' && word === 'job' ? 'plan.courier_text' : `plan.${sort}_text`, {
              plan: t(`plan.${own}`),
            })}
          </p>
        </div>
        {dearer && (
          <ul className="grid gap-2.5">
            {added.flatMap((plan) =>
              OFFERS[plan].map((offer) => (
                <li key={offer} className="flex gap-3 leading-snug">
                  <IconCheck size={22} aria-hidden className="shrink-0 text-green" />
                  <span>{t(`plan.gives_${offer}`)}</span>
                </li>
              )),
            )}
          </ul>
        )}
        <div className="grid gap-2 sm:flex">
          {dearer && (
            <ScreenLink screen="activation" strong>
              {t('plan.get')}
            </ScreenLink>
          )}
          <ScreenLink screen={filterScreen(driver)} strong={!dearer}>
            {t('plan.to_own')}
          </ScreenLink>
        </div>
      </section>
    </div>
  )
}
