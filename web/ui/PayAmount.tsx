import type { Pay } from '@madruga/core/offers.ts'
import { useWords } from '../i18n.ts'

/** A pay as every screen shows it: what the platform promises, and muted the tip that it projects. */
export function PayAmount({ pay: { payCents, tipCents } }: { pay: Pay }) {
  const { money } = useWords()
  return (
    <>
      {money(payCents)}
      <ProjectedTip cents={tipCents} />
    </>
  )
}

/** The projected tip beside a pay; nothing where there is none. */
export function ProjectedTip({ cents }: { cents: number }) {
  const { t, money } = useWords()
  return cents > 0 && <span className="pay-tip"> {t('tip.projected', { tip: money(cents) })}</span>
}
