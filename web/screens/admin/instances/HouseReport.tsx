import { useQuery } from '@tanstack/react-query'
import { navigate, useSearch } from '../../../address.ts'
import { formatDay } from '@madruga/core/days.ts'
import { HOUSE_LIMITS } from '@madruga/core/house-rules.ts'
import { LEAST_MEMBERS } from '@madruga/core/house-report.ts'
import type { HoursSpread } from '@madruga/core/house-report.ts'
import { useWords } from '../../../i18n.ts'
import { FailedOr } from '../../../ui/Failed.tsx'
import { ScreenLink } from '../../../ui/ScreenLink.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { ExportLink } from '../ExportLink.tsx'
import { Facts } from '../Facts.tsx'
import { LoadingCard } from '../Results.tsx'
import { reportQuery } from './queries.ts'
import type { Report } from './queries.ts'

/** What bots did at an instance in a month; `&month=` says which one. */
export function HouseReport({ id }: { id: string }) {
  const { t, locale } = useWords()
  const { month } = useSearch()
  const report = useQuery(reportQuery(id, month))
  const sayMonth = (each: string): string =>
    formatDay(locale, `${each}-01`, { month: 'long', year: 'numeric' })
  return (
    <section aria-label={t('house.title')} className="grid gap-4">
      <ScreenLink
        screen="admin"
        search={{ tab: 'platforms' }}
        className="inline-flex min-h-12 items-center justify-self-start font-bold underline"
      >
        {t('house.back')}
      </ScreenLink>
      {report.data ? (
        <>
          <h2 className="text-2xl font-extrabold leading-tight [overflow-wrap:anywhere]">
            {t('house.title_at', { name: report.data.name })}
          </h2>
          <SelectField
            label={t('house.month')}
            value={report.data.month}
            onChange={({ target: { value } }) =>
              navigate('/admin', { search: { tab: 'platforms', platform: id, month: value }, replace: true })
            }
          >
            {[...new Set([...report.data.months, report.data.month])].map((each) => (
              <option key={each} value={each}>
                {sayMonth(each)}
              </option>
            ))}
          </SelectField>
          <Figures report={report.data} />
          <ExportLink list="house" text={id} />
        </>
      ) : (
        <FailedOr query={report}>
          <LoadingCard rows={6} />
        </FailedOr>
      )}
    </section>
  )
}

function Figures({ report: { shifts, members, hours, rules, requests } }: { report: Report }) {
  const { t, number } = useWords()
  const spread = (each: HoursSpread | null): string =>
    each === null
      ? t('house.few', { least: number(LEAST_MEMBERS) })
      : t('house.spread', { least: number(each.least), median: number(each.median), most: number(each.most) })
  const inForce = HOUSE_LIMITS.flatMap((rule) => {
    const limit = rules?.[rule] ?? null
    return limit === null ? [] : [[t(`instances.house.${rule}`), number(limit)] as const]
  })
  const turns = rules?.takesTurns === true ? [[t('instances.house.takesTurns'), t('house.yes')] as const] : []
  const all = [...inForce, ...turns]
  return (
    <>
      <div className="card console-part">
        <Facts
          facts={[
            [t('house.by_bots'), number(shifts.byBots)],
            [t('house.by_people'), number(shifts.byPeople)],
            [t('house.with_bot', { count: members.withBot }), spread(hours.withBot)],
            [t('house.without_bot', { count: members.withoutBot }), spread(hours.withoutBot)],
            [t('house.requests'), requests === null ? t('house.uncounted') : number(requests)],
          ]}
        />
      </div>
      <section className="card console-part grid gap-2" aria-labelledby="house-rules">
        <h3 id="house-rules" className="text-lg font-extrabold">
          {t('house.rules')}
        </h3>
        {all.length === 0 ? <p>{t('house.no_rules')}</p> : <Facts facts={all} />}
      </section>
      <p className="text-sm leading-snug text-muted">{t('house.about')}</p>
    </>
  )
}
