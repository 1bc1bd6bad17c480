import { formatDay } from '@madruga/core/days.ts'
import { numberFormat } from '@madruga/core/formats.ts'
import { HOUSE_LIMITS } from '@madruga/core/house-rules.ts'
import type { HouseRules } from '@madruga/core/house-rules.ts'
import type { Language } from '@madruga/core/languages.ts'
import { localeOf } from '@madruga/core/languages.ts'
import type { Said } from '@madruga/core/words/messages.ts'
import type { ReportPhrases } from '@madruga/core/words/server-words.ts'
import type { HoursSpread } from '@madruga/core/house-report.ts'
import type { TemplateParams } from '../model.ts'
import { WORDS } from '../../words.ts'

/** What bots did at a platform in a month, for who authorised it or an operator. */
export function sayHouseReport(language: Language, params: TemplateParams['house_report']): Said {
  const phrases = WORDS[language].report
  const locale = localeOf(language)
  const number = (count: number): string => numberFormat(locale, {}).format(count)
  const { id, name, month, shifts, members, hours, rules, requests } = params
  const spread = (each: HoursSpread | null): string =>
    each === null
      ? phrases.few
      : phrases.spread({ least: number(each.least), median: number(each.median), most: number(each.most) })
  const title = phrases.title(name, formatDay(locale, `${month}-01`, { month: 'long', year: 'numeric' }))
  const figures = [
    phrases.shifts(number(shifts.byBots), number(shifts.byPeople)),
    phrases.withBot(number(members.withBot), spread(hours.withBot)),
    phrases.withoutBot(number(members.withoutBot), spread(hours.withoutBot)),
    sayRules(phrases, rules, number),
    requests === null ? phrases.uncounted : phrases.requests(number(requests)),
  ]
  return {
    title,
    paragraphs: [...figures, phrases.about],
    sms: `${title}. ${figures[0]}`,
    action: { label: phrases.open, path: `/admin?tab=platforms&platform=${id}&month=${month}` },
  }
}

function sayRules(
  phrases: ReportPhrases,
  rules: HouseRules | null,
  number: (count: number) => string,
): string {
  if (rules === null) return phrases.noRules
  const limits = HOUSE_LIMITS.flatMap((rule) => {
    const limit = rules[rule]
    return limit === null ? [] : [phrases.limits[rule](number(limit))]
  })
  return phrases.rules([...limits, ...(rules.takesTurns ? [phrases.turns] : [])].join(', '))
}
