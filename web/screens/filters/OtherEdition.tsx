import { IconCheck } from '@tabler/icons-react'
import { EDITIONS } from '@madruga/core/filters.ts'
import type { Edition } from '@madruga/core/filters.ts'
import type { KnownDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { filterScreen } from '../shell/menu.ts'
import { OFFERS, editionOf } from './edition.ts'

/** This editor belongs to another edition: the driver's own, and the benefits of this one. */
export function OtherEdition({
  driver,
  wanted,
}: {
  driver: Pick<KnownDriver, 'app' | 'prepaid'>
  wanted: Edition
}) {
  const { t } = useWords()
  const own = editionOf(driver)
  const spark = driver.app === 'spark'
  const dearer = !spark && EDITIONS.indexOf(wanted) > EDITIONS.indexOf(own)
  const added = EDITIONS.slice(EDITIONS.indexOf(own) + 1, EDITIONS.indexOf(wanted) + 1)
  return (
    <div className="mx-auto grid w-full max-w-[44rem] gap-4 p-4">
      <section className="card grid gap-4 p-5">
        <div>
          <p className="font-bold text-amber-text">{t(`edition.${wanted}`)}</p>
          <h2 className="text-[1.75rem] font-extrabold leading-tight tracking-[-0.02em]">
            {t(spark ? 'edition.spark_title' : dearer ? 'edition.dearer_title' : 'edition.cheaper_title')}
          </h2>
          <p className="mt-2 max-w-[46ch] leading-snug text-muted">
            {spark
              ? t('edition.spark_text')
              : t(dearer ? 'edition.dearer_text' : 'edition.cheaper_text', { edition: t(`edition.${own}`) })}
          </p>
        </div>
        {dearer && (
          <ul className="grid gap-2.5">
            {added.flatMap((edition) =>
              OFFERS[edition].map((offer) => (
                <li key={offer} className="flex gap-3 leading-snug">
                  <IconCheck size={22} aria-hidden className="shrink-0 text-green" />
                  <span>{t(`edition.gives_${offer}`)}</span>
                </li>
              )),
            )}
          </ul>
        )}
        <div className="grid gap-2 sm:flex">
          {dearer && (
            <ScreenLink screen="activation" strong>
              {t('edition.get')}
            </ScreenLink>
          )}
          <ScreenLink screen={filterScreen(driver)} strong={!dearer}>
            {t('edition.to_own')}
          </ScreenLink>
        </div>
      </section>
    </div>
  )
}
