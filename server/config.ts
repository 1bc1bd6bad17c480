import { resolve } from 'node:path'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Settings } from '@madruga/core/settings.ts'
import type { CardsPlan } from './config/cards.ts'
import { NO_OFFER, readOffer } from './config/offer.ts'
import type { Offer } from './config/offer.ts'
import { refusePlainServices } from './config/services.ts'
import { observationOf, readHealthTls } from './config/observation.ts'
import type { ObservationConfig } from './config/observation.ts'
import { readSettings } from './config/settings.ts'
import { listOf } from './config/shapes.ts'
import { readTransport } from './config/transport.ts'
import type { Tls } from './config/transport.ts'
import { readVariables } from './config/values.ts'
import type { LogLevel, LogStyle, MarketScenario, Values } from './config/variables.ts'
import { localUrl } from './kit/http.ts'
import { StartError } from './kit/start-error.ts'
import { ROLES } from './config/roles.ts'
import type { Role } from './config/roles.ts'
import type { ProviderOptions } from './notify.ts'

export { shareConnections } from './config/connections.ts'
export type { Role } from './config/roles.ts'
export type { CardsPlan } from './config/cards.ts'

/** Our own proof of work, or a provider that verifies at `verifyUrl`. */
type CaptchaConfig =
  | { provider: 'altcha' }
  | { provider: keyof typeof VERIFY_URLS; siteKey: string; secret: string; verifyUrl: string }

// The verification address of each provider, from its documentation.
const VERIFY_URLS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
}

/** Public, without an account. */
const PWNED_PASSWORDS = 'https://api.pwnedpasswords.com/range'

type MapSource = Outputs['instant']['map']

/** How this process runs; docs/configuration.md says what each part is for. */
export type Config = ObservationConfig &
  Offer & {
    role: Role
    host: string
    port: number
    /** Where browsers reach the app, without a trailing slash. */
    publicUrl: string
    trustProxy: boolean
    /** null = the app serves plain HTTP. */
    tls: Tls | null
    /** Absolute. */
    dataDir: string
    keyRingFile: string
    /** null = the embedded server. */
    databaseUrl: string | null
    /** Past a pooler in transaction mode; null = there is none. */
    databaseDirectUrl: string | null
    /** Of all purposes together. */
    databaseConnections: number
    /** What this process bears if it works on bots. */
    bot: { capacity: number; startsPerSecond: number }
    /** null = the embedded market, or none where no variant needs one. */
    marketUrl: string | null
    market: { port: number; scenario: MarketScenario; seed: string | null }
    /** Complete weeks that demo drivers have behind them at the first start. */
    demoWeeks: number
    /** The captcha against automated requests. */
    captcha: CaptchaConfig
    /** The address for looking up breached passwords, without a trailing slash; null = no look-up. */
    breachesUrl: string | null
    /** The source of the map that pages draw. */
    map: MapSource
    /** Who runs the service, as the first page names them; null = not set. */
    operator: { name: string; contact: string | null } | null
    /** `url` null = the embedded mail server. */
    mail: { url: string | null; from: string }
    /** null = the embedded gateway for phones. */
    phone: { accountSid: string; authToken: string; from: string } | null
    push: PushConfig
    /** The operator's apps in the stores, which open this app's links. */
    phoneApps: { androidCertificates: string[]; appleTeam: string | null }
    /** The service's time zone. */
    timeZone: string
    /** Retention of drivers' log lines in days. */
    keepLogDays: number
    log: { level: LogLevel; style: LogStyle }
    settings: Settings
    /** Whether npm started this process, which then ends with npm. */
    startedByNpm: boolean
  }

/**
 * Reads the environment and the command line; nothing else in the server does. Throws `StartError` with one
 * line for each invalid value: the variable and the allowed values.
 */
export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[]): Config {
  const problems: string[] = []
  const read = readVariables(env, problems)
  // An invalid value has no result: problems that follow from it are reported once it is corrected.
  const isRead = problems.length === 0
  const role = readRole(args, problems)
  const offer = isRead ? readOffer(role, read, problems) : NO_OFFER
  const settings = readSettings(read, offer.billing, problems)
  const certificates = isRead ? readCertificates(role, read, offer.cards, problems) : NO_CERTIFICATES
  if (isRead) refusePlainServices(read, problems)
  refuseHalf(read, problems)
  if (isRead) refuseHalfPush(read, problems)
  refuseHalfCaptcha(read, problems)
  if (read.MAP_TILES_URL !== null && read.GOOGLE_MAPS_KEY !== null)
    problems.push('MAP_TILES_URL and GOOGLE_MAPS_KEY are both set: there is one map, give one of them')
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  return { ...configOf(role, read, offer, certificates), settings, startedByNpm: isStartedByNpm(env) }
}

type Certificates = { tls: Tls | null; healthTls: Tls | null }
const NO_CERTIFICATES: Certificates = { tls: null, healthTls: null }

function readCertificates(role: Role, read: Values, cards: CardsPlan, problems: string[]): Certificates {
  const listens = role === 'all' || role === 'api'
  const tls = listens ? readTransport(read, cards?.gateway === 'embedded', problems) : null
  return { tls, healthTls: listens ? null : readHealthTls(read, problems) }
}

function isStartedByNpm(env: NodeJS.ProcessEnv): boolean {
  return env['npm_lifecycle_event'] !== undefined
}

/** The configuration of valid values. */
function configOf(
  role: Role,
  read: Values,
  offer: Offer,
  { tls, healthTls }: Certificates,
): Omit<Config, 'settings' | 'startedByNpm'> {
  const dataDir = resolve(read.DATA_DIR)
  const { beyond, demo } = offer
  const mailFrom = read.MAIL_FROM ?? 'Madruga <hello@madruga.example>'
  const publicUrl = withoutSlash(read.PUBLIC_URL) ?? localUrl(read.HOST, read.PORT, tls !== null)
  return {
    ...offer,
    role,
    host: read.HOST,
    port: read.PORT,
    publicUrl,
    trustProxy: read.TRUST_PROXY,
    tls,
    ...observationOf(role, read, healthTls),
    dataDir,
    keyRingFile: read.KEY_RING_FILE === null ? resolve(dataDir, 'keys.json') : resolve(read.KEY_RING_FILE),
    databaseUrl: read.DATABASE_URL,
    databaseDirectUrl: read.DATABASE_DIRECT_URL,
    databaseConnections: read.DATABASE_CONNECTIONS,
    bot: { capacity: read.BOT_CAPACITY, startsPerSecond: read.BOT_STARTS_PER_SECOND },
    marketUrl: withoutSlash(read.MARKET_URL),
    market: { port: read.MARKET_PORT, scenario: read.MARKET_SCENARIO, seed: read.MARKET_SEED },
    demoWeeks: read.DEMO_WEEKS,
    captcha: captchaOf(read),
    breachesUrl: breachesOf(read.BREACHED_PASSWORDS_URL, beyond !== null),
    map: mapOf(read),
    operator: operatorOf(read),
    mail: { url: read.SMTP_URL, from: mailFrom },
    phone: phoneAccount(read),
    push: pushOf(read, publicUrl, mailFrom),
    phoneApps: { androidCertificates: listOf(read.ANDROID_CERTIFICATES), appleTeam: read.APPLE_TEAM_ID },
    timeZone: read.SERVICE_TIME_ZONE ?? 'America/New_York',
    keepLogDays: read.KEEP_LOG_DAYS,
    log: { level: read.LOG_LEVEL, style: read.LOG_STYLE ?? (demo ? 'plain' : 'json') },
  }
}

function withoutSlash(url: string | null): string | null {
  return url?.replace(/\/+$/, '') ?? null
}

function readRole(args: readonly string[], problems: string[]): Role {
  for (const arg of args) {
    const role = ROLES.find((each) => arg === `--role=${each}`)
    if (role) return role
    problems.push(`${arg} is not an option: give --role=${ROLES.join(', --role=')}, or nothing for all`)
  }
  return 'all'
}

// A provider configured in part would fail at its first message.
function refuseHalf(read: Values, problems: string[]): void {
  if (read.SMTP_URL !== null && read.MAIL_FROM === null) {
    problems.push('MAIL_FROM is not set: SMTP_URL needs the address that e-mail comes from')
  }
  const twilio = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const
  const unset = twilio.filter((name) => read[name] === null)
  if (unset.length === 1 || unset.length === 2) {
    problems.push(`${unset.join(' and ')} not set: set all of ${twilio.join(', ')}, or none`)
  }
}

// Without verification a captcha would refuse everybody.
function refuseHalfCaptcha(read: Values, problems: string[]): void {
  const provider = read.CAPTCHA_PROVIDER
  const names = ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'] as const
  if (provider === 'altcha') return
  for (const name of names.filter((each) => read[each] === null))
    problems.push(`${name} is not set: CAPTCHA_PROVIDER=${provider} needs it`)
}

function captchaOf(read: Values): CaptchaConfig {
  const provider = read.CAPTCHA_PROVIDER
  if (provider === 'altcha') return { provider }
  return {
    provider,
    siteKey: read.CAPTCHA_SITE_KEY ?? '',
    secret: read.CAPTCHA_SECRET ?? '',
    verifyUrl: read.CAPTCHA_VERIFY_URL ?? VERIFY_URLS[provider],
  }
}

// An app on this machine alone protects no strangers' passwords, and the demo needs no network.
function breachesOf(given: string | null, isReached: boolean): string | null {
  if (given === null) return isReached ? PWNED_PASSWORDS : null
  return given === 'off' ? null : given.replace(/\/+$/, '')
}

function mapOf(read: Values): MapSource {
  const { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution, GOOGLE_MAPS_KEY: key } = read
  if (key !== null) return { provider: 'google', key }
  return url === null ? { provider: 'offline' } : { provider: 'tiles', url, attribution }
}

function operatorOf({ OPERATOR_NAME: name, OPERATOR_CONTACT: contact }: Values): Config['operator'] {
  return name === null ? null : { name, contact }
}

function phoneAccount(read: Values): Config['phone'] {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = read
  return accountSid === null || authToken === null || from === null ? null : { accountSid, authToken, from }
}

/** How push leaves the service; `fcm` and `apns` are null where the operator did not set them up. */
type PushConfig = ProviderOptions['push']

/** Adds a line to `problems` for an Apple key without what it requires. */
function refuseHalfPush(read: Values, problems: string[]): void {
  if (read.APNS_KEY === null) return
  for (const name of ['APNS_KEY_ID', 'APPLE_TEAM_ID'] as const)
    if (read[name] === null) problems.push(`${name} is not set: APNS_KEY needs it`)
}

/** `publicUrl` and `mailFrom` are the contact for browsers' push services, unless one is given. */
function pushOf(read: Values, publicUrl: string, mailFrom: string): PushConfig {
  const subject = read.VAPID_SUBJECT ?? vapidSubject(publicUrl, mailFrom)
  return { subject, hosts: listOf(read.PUSH_HOSTS), fcm: fcmOf(read), apns: apnsOf(read) }
}

function vapidSubject(publicUrl: string, mailFrom: string): string {
  if (publicUrl.startsWith('https:')) return publicUrl
  return `mailto:${/<([^>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`
}

function fcmOf({ FCM_SERVICE_ACCOUNT: account, FCM_URL: url }: Values): PushConfig['fcm'] {
  if (account === null) return null
  const { project_id: projectId, client_email: clientEmail, private_key: privateKey, token_uri } = account
  return { projectId, clientEmail, privateKey, tokenUrl: token_uri, url: url.replace(/\/+$/, '') }
}

function apnsOf(read: Values): PushConfig['apns'] {
  const { APNS_KEY: privateKey, APNS_KEY_ID: keyId, APPLE_TEAM_ID: teamId, APNS_TOPIC: topic } = read
  if (privateKey === null || keyId === null || teamId === null) return null
  return { privateKey, keyId, teamId, topic, url: read.APNS_URL.replace(/\/+$/, '') }
}
