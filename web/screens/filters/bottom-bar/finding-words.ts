import type { Finding } from '@madruga/core/filters.ts'
import type { Station } from '@madruga/core/offers.ts'
import { mainCurrency } from '@madruga/core/pay-sums.ts'
import type { Words } from '../../../i18n.ts'

/** One finding as text; the same finding at several stations is shown once. */
export type FindingLine = {
  key: string
  severity: Finding['severity']
  section: Finding['section']
  /** The problem. */
  text: string
  /** Its station and setting, and how many more; empty = the whole filter. */
  where: string
  stationId: string | null
  settingIndex: number | null
}

/** Findings as text, in the given order; amounts in the currency that the stations pay in. */
export function describeFindings(
  words: Words,
  findings: readonly Finding[],
  stations: readonly Station[],
): FindingLine[] {
  const currency = mainCurrency(stations)
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const text = words.say(`finding.${finding.code}`, paramsOf(words, finding, currency))
    const key = finding.stationId === null ? `${finding.path} ${text}` : `${finding.severity} ${text}`
    groups.set(key, [...(groups.get(key) ?? []), finding])
  }
  return [...groups].map(([key, group]) => {
    const [first] = group as [Finding, ...Finding[]]
    const { code, severity, section, stationId, settingIndex } = first
    return {
      key,
      severity,
      section,
      text: words.say(`finding.${code}`, paramsOf(words, first, currency)),
      where: whereOf(words, group, stations),
      stationId,
      settingIndex,
    }
  })
}

function whereOf(words: Words, group: readonly Finding[], stations: readonly Station[]): string {
  const { stationId, settingIndex } = group[0]!
  if (stationId === null) return ''
  const code = stations.find((each) => each.id === stationId)?.code ?? stationId
  const station =
    settingIndex === null ? code : words.t('finding.setting', { station: code, number: settingIndex + 1 })
  return group.length === 1 ? station : words.t('finding.and_more', { station, count: group.length - 1 })
}

/** The ends of the names give the units. */
function paramsOf(words: Words, { params }: Finding, currency: string | null): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, showParam(words, name, value, currency)]),
  )
}

function showParam(words: Words, name: string, value: number, currency: string | null): string {
  if (name === 'day') return words.weekday(value)
  if (/cents$/i.test(name)) return words.money(value, currency)
  if (/minutes$/i.test(name)) return words.span(value * 60_000)
  return words.number(value)
}
