import { formatDay } from '@madruga/core/days.ts'
import { formatTime, HOUR, numberFormat } from '@madruga/core/formats.ts'
import type { HoursSpread } from '@madruga/core/house-report.ts'
import { HOUSE_LIMITS } from '@madruga/core/house-rules.ts'
import type { HouseRules } from '@madruga/core/house-rules.ts'
import { localeOf } from '@madruga/core/languages.ts'
import type { Language } from '@madruga/core/languages.ts'
import { isOfOffer, MATTERING, placeOfOffer } from '@madruga/core/notify.ts'
import type { NewsContent, NewsOfOffer, NotificationKind } from '@madruga/core/notify.ts'
import { FIRST_VARIANT } from '@madruga/core/variants.ts'
import type { Phrases, PushAction, Said } from '@madruga/core/words/messages.ts'
import type { NewsKey } from '@madruga/core/words/news.ts'
import type { ReportPhrases } from '@madruga/core/words/server-words.ts'
import { WORDS } from '../words.ts'
import type { Content, TemplateParams, ToldIncident } from './model.ts'
import { fitSms, foldToGsm } from './words/gsm.ts'
import type { PushWords, Words } from './words/model.ts'
import { newsText } from './words/news.ts'

export type { Words } from './words/model.ts'

/** The screen of each notification that is about no offer. The empty path is home, of any variant. */
const PLACES: Record<Exclude<NotificationKind, NewsOfOffer>, string> = {
  human_needed: '/captcha',
  run_over: '/',
  bot_failed: '/',
  bot_stopped: '/',
  autostart_missed: '/autostart',
  reminder: '/arrival',
  ask: '/',
  guard_paused: '/',
  goal_reached: '/recap',
  shadow_over: '/live-log-test',
  support_replied: '/support',
  account_changed: '/profile',
  account_status: '/',
  member_price: '/sync',
  invoice_issued: '/invoices',
  invoice_due: '/invoices',
  payment_received: '/payment-history',
  payment_failed: '/invoices',
  subscription_ending: '/activation',
  edition_changed: '/activation',
  refunded: '/payment-history',
  friend_joined: '/invite',
  credit_earned: '/invite',
  credit_withheld: '/invite',
  credit_taken_back: '/invite',
}
const SETTINGS_PLACE = '/notification-settings'

/** What the app calls a screen; home and a log have the label of home. */
const NAMES: Partial<Record<string, NewsKey>> = {
  '/captcha': 'title.captcha',
  '/autostart': 'AUTOSTART',
  '/arrival': 'CHECKIN',
  '/calendar': 'CALENDAR',
  '/recap': 'RECAP',
  '/live-log-test': 'title.live-log-test',
  '/support': 'SUPPORT',
  '/profile': 'PROFILE',
  '/sync': 'SYNC',
  '/invoices': 'INVOICES',
  '/payment-history': 'title.payment-history',
  '/activation': 'PAYMENT',
  '/invite': 'REFERRAL',
}

/** A message takes two SMS at most; the e-mail has all of it. */
const SMS_SEGMENTS = 2

/** Why messages come that are not of the recipient's account. */
const REASONS: Partial<Record<Content['template'], 'ofSettings' | 'ofPlatform' | 'ofReport'>> = {
  news: 'ofSettings',
  instance_code: 'ofPlatform',
  house_report: 'ofReport',
}

/** Renders a message in every form. `publicUrl` is where browsers reach the app. */
export function putIntoWords(content: Content, publicUrl: string): Words {
  const phrases = WORDS[content.language].messages
  const link = (path: string) => `${publicUrl}/#${path}`
  const phrase = say(content, phrases)
  const ofNews = content.template === 'news'
  return {
    language: content.language,
    title: phrase.title,
    paragraphs: phrase.paragraphs,
    code: content.template === 'code' || content.template === 'instance_code' ? content.params.code : null,
    action: phrase.action ? { label: phrase.action.label, url: link(phrase.action.path) } : null,
    reason: phrases[REASONS[content.template] ?? 'ofAccount'],
    settings: ofNews ? { label: phrases.changeSettings, url: link(SETTINGS_PLACE) } : null,
    sms: fitSms(`Madruga: ${phrase.sms}`, SMS_SEGMENTS),
    spoken: `${phrases.hello} ${phrase.spoken ?? phrase.sms}`,
    push: pushOf(content, phrase, phrases),
  }
}

function say(content: Content, phrases: Phrases): Said {
  switch (content.template) {
    case 'code':
      return phrases.code(content.params)
    case 'account_exists':
      return phrases.account_exists()
    case 'contact_changed':
      return phrases.contact_changed(content.params, tellInstant(content))
    case 'password_changed':
      return phrases.password_changed(tellInstant(content))
    case 'factor_guessed':
      return phrases.factor_guessed(tellInstant(content))
    case 'account_deleted':
      return phrases.account_deleted(tellInstant(content))
    case 'invitation':
      return phrases.invitation({ ...content.params, name: nameForStrangers(content.params.name) })
    case 'test':
      return phrases.test()
    case 'news':
      return sayNews(content, phrases)
    default:
      return sayToOperators(content, phrases)
  }
}

/** What operators and those who host a platform read. */
function sayToOperators(
  content: Content & { template: 'instance_code' | 'house_report' | 'incidents' },
  phrases: Phrases,
): Said {
  switch (content.template) {
    case 'instance_code':
      return phrases.instance_code(content.params)
    case 'house_report':
      return sayHouseReport(content.language, content.params)
    case 'incidents':
      return sayIncidents(content.language, content.params)
  }
}

function sayNews(content: Content & { template: 'news' }, phrases: Phrases): Said {
  const { language, timeZone, params } = content
  const { title, text, sms, spoken } = newsText(language, timeZone, params, params.variant)
  const path = pathOf(params)
  const name = NAMES[path.split('?')[0]!]
  return {
    title,
    paragraphs: [text],
    sms,
    spoken,
    action: { label: name === undefined ? phrases.open : WORDS[language].news[name], path },
  }
}

/**
 * The screen of a notification: a driver suspended for an unpaid invoice goes to where it is paid, one whose
 * purchase failed to where they buy.
 */
function wayOf(news: NewsContent): NotificationKind {
  if (news.kind === 'payment_failed' && news.params.number === null) return 'edition_changed'
  const owes = news.kind === 'account_status' && news.params.dues && news.params.status === 'suspended'
  return owes ? 'invoice_due' : news.kind
}

/** The address of a notification's screen; of one about an offer, with the entry that opens there. */
function pathOf(news: TemplateParams['news']): string {
  const kind = wayOf(news)
  if (!isOfOffer(kind)) return PLACES[kind]
  const { screen, search } = placeOfOffer(kind, news.params, news.variant ?? FIRST_VARIANT)
  const query = Object.entries(search).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `/${screen}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

function pushOf(content: Content, phrase: Said, phrases: Phrases): PushWords {
  const news = content.template === 'news' ? content.params : null
  const actions = buttonsOf(news)
  return {
    id: news?.id ?? 0,
    kind: news?.kind ?? content.template,
    title: phrase.title,
    text: phrase.paragraphs.join(' '),
    url: `/#${phrase.action?.path ?? '/'}`,
    // What has a button waits for it.
    matters: actions.length > 0,
    buttons: actions.map((action) => ({ action, title: phrases.buttons[action] })),
    confirmationId: news?.kind === 'ask' ? news.params.askId : null,
    answered: phrases.answered,
  }
}

function buttonsOf(news: NewsContent | null): readonly PushAction[] {
  if (news === null) return []
  if (news.kind === 'ask') return ['take', 'leave']
  return MATTERING.includes(news.kind) ? ['acknowledge'] : []
}

function tellInstant({ language, timeZone, at }: Content): string {
  const day = { weekday: 'long', month: 'long', day: 'numeric' } as const
  const options = { ...day, ...HOUR, timeZoneName: 'longGeneric' } as const
  return formatTime(localeOf(language), options, at, timeZone)
}

const LONGEST = 20

/**
 * A driver's own name for messages to strangers: only letters of the phone alphabet, so that it contains no
 * address or number, and few of them, so that one SMS has room for the rest. '' if nothing is left.
 */
function nameForStrangers(typed: string): string {
  const letters = foldToGsm(typed).replaceAll(/[^\p{L}' -]/gu, '')
  const name = letters.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST).trim()
  return /\p{L}/u.test(name) ? name : ''
}

/** What is wrong with the service, for an operator; nothing wrong and nothing over is a test. */
function sayIncidents(language: Language, { wrong, over }: TemplateParams['incidents']): Said {
  const phrases = WORDS[language].incidents
  const phraseOf = ({ kind, count }: ToldIncident) => phrases.kinds[kind](count ?? 0)
  const lines = [...wrong.map(phraseOf), ...over.map((each) => phrases.overLine(phraseOf(each)))]
  const isTest = lines.length === 0
  const title = isTest ? phrases.test.title : wrong.length > 0 ? phrases.wrong(wrong.length) : phrases.over
  const paragraphs = isTest ? [phrases.test.text] : lines
  return {
    title,
    paragraphs,
    sms: `${title}. ${paragraphs.join(' ')}`,
    action: { label: phrases.open, path: '/admin' },
  }
}

/** What bots did at a platform in a month, for who authorised it or an operator. */
function sayHouseReport(language: Language, params: TemplateParams['house_report']): Said {
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
