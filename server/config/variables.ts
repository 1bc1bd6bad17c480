import { z } from 'zod'
import { VARIANTS as VARIANT_NAMES } from '@madruga/core/variants.ts'
import { LEAST_CONNECTIONS } from './connections.ts'
import { LOG_LEVELS } from '../kit/logger.ts'
import { CARD_VARIABLES } from './card-variables.ts'
import { OBSERVATION_VARIABLES } from './observation-variables.ts'
import { PUSH_VARIABLES } from './push-variables.ts'
import {
  address,
  isSender,
  isTileTemplate,
  listOf,
  onOrOff,
  optional,
  port,
  variable,
  zone,
} from './shapes.ts'

export const MARKET_SCENARIOS = ['demo', 'calm', 'rush', 'hostile', 'courier', 'quiet'] as const
export type MarketScenario = (typeof MARKET_SCENARIOS)[number]
export const CAPTCHA_PROVIDERS = ['altcha', 'turnstile', 'hcaptcha', 'recaptcha'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
export type LogStyle = 'json' | 'plain'

/** Every variable of the environment that the server reads. An empty one counts as not set. */
export const VARIABLES = {
  PORT: variable('Port of the app', 'a port from 0 to 65535 (0: any free one)', '8080', port.default(8080)),
  HOST: variable(
    'Address that the app listens on',
    'a host name or address, such as 127.0.0.1 or 0.0.0.0',
    '127.0.0.1',
    z
      .string()
      .regex(/^[\w.:-]+$/)
      .default('127.0.0.1'),
  ),
  PUBLIC_URL: variable(
    'Address at which browsers reach the app behind a proxy',
    'a URL that begins with http:// or https://',
    'http://HOST:PORT',
    optional(address(/^https?$/)),
  ),
  TRUST_PROXY: variable(
    'Whether the app is behind a proxy of ours that sets `X-Forwarded-For`; with an https `PUBLIC_URL`, what it marks `X-Forwarded-Proto: http` is refused',
    'on or off',
    'off',
    onOrOff.default(false),
  ),
  TLS_CERT_FILE: variable(
    'Certificate with its chain, for HTTPS served by the app and by probes beyond this machine (HEALTH_HOST); read at the start',
    'a PEM file',
    'none: plain HTTP, on this machine or behind a proxy',
    optional(z.string()),
  ),
  TLS_KEY_FILE: variable("That certificate's key", 'a PEM file', 'none', optional(z.string())),
  PRIVATE_CERTIFICATE: variable(
    'Whether that certificate may be one that browsers do not trust by default: self-signed, from a private authority, or for another host than that of PUBLIC_URL',
    'on or off',
    'off',
    onOrOff.default(false),
  ),
  PLAIN_HTTP: variable(
    'Whether HOST, PUBLIC_URL or HEALTH_HOST may be reached from other machines without TLS, here or at a proxy: anyone on the network path can read the traffic',
    'on or off',
    'off',
    onOrOff.default(false),
  ),
  PLAIN_SERVICES: variable(
    'Whether connections to PostgreSQL, the market, a card gateway, a captcha provider or a collector of traces on other machines may do without TLS: anyone on the network path can read the traffic',
    'on or off',
    'off',
    onOrOff.default(false),
  ),
  ...OBSERVATION_VARIABLES,
  DATA_DIR: variable('Folder of all stored data', 'a folder', './data', z.string().default('./data')),
  KEY_RING_FILE: variable(
    'Keys that encrypt platform passwords and tokens; created at the first start on an empty database, and refused on a database that other keys encrypted',
    'a file',
    'DATA_DIR/keys.json',
    optional(z.string()),
  ),
  DATABASE_URL: variable(
    'PostgreSQL 15 or newer with its extension pg_trgm (contrib), and the schema that `npm run admin -- migrate` makes; on another machine it must use TLS, unless PLAIN_SERVICES is on',
    'a URL that begins with postgres:// or postgresql://, with sslmode=verify-full for another machine',
    'the embedded server',
    optional(address(/^postgres(ql)?$/)),
  ),
  DATABASE_DIRECT_URL: variable(
    'PostgreSQL itself, where DATABASE_URL leads through a pooler in transaction mode such as PgBouncer: announcements (LISTEN), leases, accepts, migrations and commands use it (docs/scale.md)',
    'a URL like DATABASE_URL',
    'DATABASE_URL',
    optional(address(/^postgres(ql)?$/)),
  ),
  DATABASE_CONNECTIONS: variable(
    'Maximum connections of this process to PostgreSQL, for all purposes together; docs/scale.md says how they are shared out',
    `a whole number from ${LEAST_CONNECTIONS} to 1000`,
    '30',
    z.coerce.number().int().min(LEAST_CONNECTIONS).max(1000).default(30),
  ),
  BOT_CAPACITY: variable(
    'Maximum bots that this process works on at once; more wait, or are worked on by other processes',
    'a whole number from 1 to 100000',
    '10000',
    z.coerce.number().int().min(1).max(100_000).default(10_000),
  ),
  BOT_STARTS_PER_SECOND: variable(
    'Maximum bots that this process starts in a second; the others wait for their turn',
    'a whole number from 1 to 10000',
    '300',
    z.coerce.number().int().min(1).max(10_000).default(300),
  ),
  VARIANTS: variable(
    'Apps whose drivers are served. amazon and spark work in the market, which is simulated; courier works at the platforms that operators record, and needs no market',
    `one or more of ${VARIANT_NAMES.join(', ')}, separated by commas`,
    'all; only courier where NODE_ENV is `production` and the demo is off',
    optional(
      z
        .string()
        .transform(listOf)
        .pipe(z.array(z.enum(VARIANT_NAMES)).min(1)),
    ),
  ),
  MARKET_URL: variable(
    'External market, for amazon and spark',
    'a URL that begins with http:// or https://',
    'the embedded market',
    optional(address(/^https?$/)),
  ),
  MARKET_PORT: variable(
    'Port of the embedded market',
    'a port from 0 to 65535 (0: any free one)',
    '8090',
    port.default(8090),
  ),
  MARKET_SCENARIO: variable(
    'Scenario of the embedded market',
    MARKET_SCENARIOS.join(', '),
    'demo',
    z.enum(MARKET_SCENARIOS).default('demo'),
  ),
  MARKET_SEED: variable(
    'Random seed of the scenario',
    'any text',
    "the scenario's own",
    optional(z.string()),
  ),
  ...CARD_VARIABLES,
  SMTP_URL: variable(
    'Outgoing mail server; on another machine it must use TLS, unless `?requireTLS=false` is added',
    'a URL that begins with smtp:// or smtps://',
    'the embedded mail server, which shows messages on the page of received messages',
    optional(address(/^smtps?$/)),
  ),
  MAIL_FROM: variable(
    'Sender of e-mail; required with SMTP_URL',
    'an address, or a name and an address in angle brackets',
    'Madruga <hello@madruga.example>',
    optional(z.string().refine(isSender)),
  ),
  TWILIO_ACCOUNT_SID: variable(
    'Twilio account for SMS and calls; requires the two variables below',
    'AC and 32 hexadecimal digits',
    'the embedded gateway for phones',
    optional(z.string().regex(/^AC[0-9a-f]{32}$/)),
  ),
  TWILIO_AUTH_TOKEN: variable("That account's token", 'any text', 'none', optional(z.string())),
  TWILIO_FROM: variable(
    'Phone number of that account, the sender of SMS and calls',
    'a number with + and its country code',
    'none',
    optional(z.string().regex(/^\+[1-9]\d{7,14}$/)),
  ),
  ...PUSH_VARIABLES,
  CAPTCHA_PROVIDER: variable(
    'Captcha that protects code requests; a provider requires the two variables below',
    CAPTCHA_PROVIDERS.join(', '),
    'altcha: our own proof of work',
    z.enum(CAPTCHA_PROVIDERS).default('altcha'),
  ),
  CAPTCHA_SITE_KEY: variable("The provider's public key", 'any text', 'none', optional(z.string())),
  CAPTCHA_SECRET: variable("The provider's secret", 'any text', 'none', optional(z.string())),
  CAPTCHA_VERIFY_URL: variable(
    'Address at which the provider verifies solutions',
    'a URL that begins with http:// or https://',
    "the provider's own",
    optional(address(/^https?$/)),
  ),
  BREACHED_PASSWORDS_URL: variable(
    'Service that new passwords are checked against, by the protocol of Pwned Passwords: only the first five digits of a digest are sent, never a password',
    'a URL that begins with https://, or off',
    'https://api.pwnedpasswords.com/range where others can reach the app, otherwise off',
    optional(z.union([z.literal('off'), address(/^https$/)])),
  ),
  MAP_TILES_URL: variable(
    'Map tiles in place of our own drawing; browsers fetch them from that host',
    'a URL that begins with http:// or https:// and has {z}, {x} and {y}',
    'none: the app draws the map itself',
    optional(
      z
        .string()
        .regex(/^https?:\/\/[^\s;,'"]+$/)
        .refine(isTileTemplate),
    ),
  ),
  MAP_TILES_ATTRIBUTION: variable(
    'Attribution of the tiles, shown on the map',
    'any text',
    'none',
    z.string().max(200).default(''),
  ),
  GOOGLE_MAPS_KEY: variable(
    "Key for Google Maps, restricted to this site at Google; pages then load Google's script",
    'letters, digits, - and _',
    'none',
    optional(z.string().regex(/^[\w-]{10,100}$/)),
  ),
  OPERATOR_NAME: variable(
    'Who runs the service: the person or company that the first page names',
    'any text of up to 100 characters',
    'none: the first page says that no name is given',
    optional(z.string().max(100)),
  ),
  OPERATOR_CONTACT: variable(
    'How strangers reach them: an address, a phone number or a mail address, shown beside that name',
    'any text of up to 200 characters',
    'none',
    optional(z.string().max(200)),
  ),
  DEMO: variable(
    'Demo drivers, whose bots search from the first start, and a demo operator; their passwords are public behind the link of the terminal, and random where others can reach the app',
    'on or off',
    'on when PostgreSQL, market and card gateway are all embedded and no other machine can reach the app: HOST and PUBLIC_URL are local, TRUST_PROXY is off, NODE_ENV is not `production`',
    optional(onOrOff),
  ),
  DEMO_WEEKS: variable(
    'Complete weeks that the demo drivers have behind them at the first start; made only where market and card gateway are embedded',
    'a whole number from 0 (none) to 8',
    '2',
    z.coerce.number().int().min(0).max(8).default(2),
  ),
  SERVICE_TIME_ZONE: variable(
    "The service's own time zone, used for the daily stop",
    'an IANA time zone, such as America/New_York',
    'America/New_York',
    optional(zone),
  ),
  SETTINGS: variable(
    'Overrides of `core/settings.ts`, such as `{"coolingMs": 90000}`',
    'a JSON object with names and values as in core/settings.ts',
    '{}',
    optional(z.string()),
  ),
  KEEP_LOG_DAYS: variable(
    "Retention of drivers' logs, in days",
    'a whole number from 1 to 3650',
    '90',
    z.coerce.number().int().min(1).max(3650).default(90),
  ),
  LOG_LEVEL: variable(
    'Lowest level that is logged',
    LOG_LEVELS.join(', '),
    'info',
    z.enum(LOG_LEVELS).default('info'),
  ),
  LOG_STYLE: variable(
    'JSON for machines, plain sentences for people',
    'json or plain',
    'plain in the demo, json otherwise',
    optional(z.enum(['json', 'plain'])),
  ),
} as const

/** The values of all variables. */
export type Values = { [Name in keyof typeof VARIABLES]: z.output<(typeof VARIABLES)[Name]['schema']> }

/** The table of docs/configuration.md. */
export function describeVariables(): string {
  const rows = Object.entries(VARIABLES).map(
    ([name, { about, allowed, standard }]) => `| \`${name}\` | ${about} | ${allowed} | ${standard} |`,
  )
  return ['| variable | meaning | allowed values | default |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  )
}
