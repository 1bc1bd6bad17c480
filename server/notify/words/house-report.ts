import { formatDay } from '@madruga/core/days.ts'
import { localeOf, numberFormat } from '@madruga/core/formats.ts'
import { HOUSE_LIMITS } from '@madruga/core/house-rules.ts'
import type { HouseLimit, HouseRules } from '@madruga/core/house-rules.ts'
import { LEAST_MEMBERS } from '@madruga/core/house-report.ts'
import type { HoursSpread } from '@madruga/core/house-report.ts'
import type { TemplateParams } from '../model.ts'
import { fitSms } from './gsm.ts'
import type { Language, Said } from './model.ts'

/** The texts of the monthly report in one language; figures come formatted. */
type ReportPhrases = {
  title(name: string, month: string): string
  shifts(bots: string, people: string): string
  spread(spread: Record<keyof HoursSpread, string>): string
  withBot(members: string, spread: string): string
  withoutBot(members: string, spread: string): string
  few: string
  rules(list: string): string
  noRules: string
  limits: Record<HouseLimit, (limit: string) => string>
  turns: string
  requests(count: string): string
  uncounted: string
  about: string
  open: string
}

const ENGLISH: ReportPhrases = {
  title: (name, month) => `What the bot did at ${name}, ${month}`,
  shifts: (bots, people) => `Shifts taken by bots: ${bots}. Taken by hand or assigned: ${people}.`,
  spread: ({ least, median, most }) => `least ${least} h, median ${median} h, most ${most} h`,
  withBot: (members, spread) => `Members with a bot: ${members}; their hours: ${spread}.`,
  withoutBot: (members, spread) => `Members without a bot: ${members}; their hours: ${spread}.`,
  few: `not shown for fewer than ${LEAST_MEMBERS} members`,
  rules: (list) => `Rules in force: ${list}.`,
  noRules: 'No rules of the house are in force.',
  limits: {
    headStartMinutes: (limit) => `people go first for ${limit} minutes`,
    allowanceHours: (limit) => `${limit} h of coming shifts at most`,
    maxHoursPerDay: (limit) => `${limit} h a day at most`,
    maxHoursPerWeek: (limit) => `${limit} h a week at most`,
    restHoursBetweenDays: (limit) => `${limit} h of rest between two days`,
    restHoursPerWeek: (limit) => `${limit} h of rest at one stretch a week`,
    waitListPlaces: (limit) => `${limit} places on wait lists at most`,
  },
  turns: 'members take turns',
  requests: (count) => `Requests that bots made: ${count}.`,
  uncounted: 'Requests were not counted that month.',
  about:
    'Only members who are connected to Madruga are counted, by shifts that start in the month. No name and no pay is in this report.',
  open: 'Open it in the console',
}

const SPANISH: ReportPhrases = {
  title: (name, month) => `Lo que hizo el bot en ${name}, ${month}`,
  shifts: (bots, people) => `Turnos que tomaron los bots: ${bots}. Tomados a mano o asignados: ${people}.`,
  spread: ({ least, median, most }) => `mínimo ${least} h, mediana ${median} h, máximo ${most} h`,
  withBot: (members, spread) => `Miembros con bot: ${members}; sus horas: ${spread}.`,
  withoutBot: (members, spread) => `Miembros sin bot: ${members}; sus horas: ${spread}.`,
  few: `no se muestran si son menos de ${LEAST_MEMBERS} miembros`,
  rules: (list) => `Reglas vigentes: ${list}.`,
  noRules: 'No hay reglas de la cooperativa vigentes.',
  limits: {
    headStartMinutes: (limit) => `las personas van primero por ${limit} minutos`,
    allowanceHours: (limit) => `${limit} h de turnos por venir como máximo`,
    maxHoursPerDay: (limit) => `${limit} h al día como máximo`,
    maxHoursPerWeek: (limit) => `${limit} h a la semana como máximo`,
    restHoursBetweenDays: (limit) => `${limit} h de descanso entre dos días`,
    restHoursPerWeek: (limit) => `${limit} h de descanso seguidas a la semana`,
    waitListPlaces: (limit) => `${limit} lugares en listas de espera como máximo`,
  },
  turns: 'los turnos se reparten por orden entre los miembros',
  requests: (count) => `Consultas que hicieron los bots: ${count}.`,
  uncounted: 'Ese mes no se contaron las consultas.',
  about:
    'Solo cuentan los miembros conectados a Madruga, por los turnos que empiezan en el mes. Este informe no tiene nombres ni pagos.',
  open: 'Ábrelo en la consola',
}

/** What bots did at a platform in a month, for who authorised it or an operator. */
export function sayHouseReport(language: Language, params: TemplateParams['house_report']): Said {
  const phrases = language === 'es' ? SPANISH : ENGLISH
  const locale = localeOf(language)
  const number = (count: number): string => numberFormat(locale, {}).format(count)
  const { id, name, month, shifts, members, hours, rules, requests } = params
  const spread = (each: HoursSpread | null): string =>
    each === null
      ? phrases.few
      : phrases.spread({
          least: number(each.least),
          median: number(each.median),
          most: number(each.most),
        })
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
    sms: fitSms(`Madruga: ${title}. ${figures[0]}`, 2),
    spoken: `${title}. ${figures[0]}`,
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
