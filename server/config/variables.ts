import { z } from 'zod'
import { LOG_LEVELS } from '../kit/logger.ts'
import { CARD_VARIABLES } from './card-variables.ts'
import {
  address,
  hidePassword,
  isSender,
  isTileTemplate,
  onOrOff,
  optional,
  port,
  secret,
  variable,
  zone,
} from './shapes.ts'
import type { Variable } from './shapes.ts'

export const MARKET_SCENARIOS = ['demo', 'calm', 'rush', 'hostile', 'quiet'] as const
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
    'Where browsers reach the app, when a proxy stands before it',
    'a URL that begins with http:// or https://',
    'http://HOST:PORT',
    optional(address(/^https?$/)),
  ),
  TRUST_PROXY: variable(
    'Whether a proxy of ours stands before the app and writes `X-Forwarded-For`',
    'on or off',
    'off',
    onOrOff.default(false),
  ),
  TLS_CERT_FILE: variable(
    'Certificate, with its chain, by which the app itself serves https, and a worker beyond this machine (BOT_HOST) the engine; read at the start',
    'a PEM file',
    'none: plain HTTP, on this machine or behind a proxy',
    optional(z.string()),
  ),
  TLS_KEY_FILE: variable("That certificate's key", 'a PEM file', 'none', optional(z.string())),
  PRIVATE_CERTIFICATE: variable(
    'Whether that certificate may be one that browsers do not trust by themselves: signed by itself, by an authority of your own, or for another host than that of PUBLIC_URL',
    'on or off',
    'off',
    onOrOff.default(false),
  ),
  PLAIN_HTTP: variable(
    'Whether HOST may be beyond this machine without TLS and without a proxy that has it: everybody on the way reads along',
    'on or off',
    'off',
    onOrOff.default(false),
  ),
  PLAIN_SERVICES: variable(
    'Whether PostgreSQL, Restate, the market, a card gateway or a captcha provider on other machines may be spoken to without TLS, and Restate may call workers so: everybody on the way reads along',
    'on or off',
    'off',
    onOrOff.default(false),
  ),
  METRICS_TOKEN: secret(
    'What a reader of `/metrics` sends as `Authorization: Bearer …`; without it there is no such page',
    '16 to 200 letters, digits and . _ ~ + / = -',
    'none: nobody reads them',
    optional(z.string().regex(/^[\w.~+/=-]{16,200}$/)),
  ),
  DATA_DIR: variable('Folder of everything that is kept', 'a folder', './data', z.string().default('./data')),
  KEY_RING_FILE: variable(
    'Keys that encrypt platform passwords and tokens; made at the first start',
    'a file',
    'DATA_DIR/keys.json',
    optional(z.string()),
  ),
  DATABASE_URL: variable(
    'PostgreSQL 15 or newer; elsewhere than on this machine it must speak TLS, unless PLAIN_SERVICES is on',
    'a URL that begins with postgres:// or postgresql://, with sslmode=verify-full for another machine',
    'the embedded server',
    optional(address(/^postgres(ql)?$/)),
  ),
  DATABASE_CONNECTIONS: variable(
    'Connections to PostgreSQL that this process holds at most',
    'a whole number from 2 to 1000',
    '20',
    z.coerce.number().int().min(2).max(1000).default(20),
  ),
  RESTATE_URL: variable(
    "Restate's ingress, which takes calls",
    'a URL that begins with http:// or https://',
    'the embedded engine',
    optional(address(/^https?$/)),
  ),
  RESTATE_ADMIN_URL: variable(
    "Restate's admin API, where workers register",
    'a URL that begins with http:// or https://',
    'port 9070 of the host in RESTATE_URL',
    optional(address(/^https?$/)),
  ),
  BOT_HOST: variable(
    'Host under which Restate reaches this worker',
    'a host name or address',
    '127.0.0.1',
    z
      .string()
      .regex(/^[\w.:-]+$/)
      .default('127.0.0.1'),
  ),
  BOT_PORT: variable(
    'Port on which this worker listens for Restate; all workers of one machine share it, so that any of them goes on with what another left',
    'a port from 0 to 65535 (0: any free one)',
    '9080 with --role=bot, any free one otherwise',
    optional(port),
  ),
  MARKET_URL: variable(
    'A market elsewhere',
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
    'World of the embedded market',
    MARKET_SCENARIOS.join(', '),
    'demo',
    z.enum(MARKET_SCENARIOS).default('demo'),
  ),
  MARKET_SEED: variable(
    'Another world of the same scenario',
    'any text',
    "the scenario's own",
    optional(z.string()),
  ),
  ...CARD_VARIABLES,
  SMTP_URL: variable(
    'Mail server through which e-mail leaves; elsewhere than on this machine it must speak TLS, unless `?requireTLS=false` is added',
    'a URL that begins with smtp:// or smtps://',
    'the embedded mail server, which keeps what it is given on the page of received messages',
    optional(address(/^smtps?$/)),
  ),
  MAIL_FROM: variable(
    'Sender of e-mail; needed with SMTP_URL',
    'an address, or a name and an address in angle brackets',
    'Madruga <hello@madruga.example>',
    optional(z.string().refine(isSender)),
  ),
  TWILIO_ACCOUNT_SID: variable(
    'Account at Twilio through which SMS and calls leave; needs the two variables below too',
    'AC and 32 hexadecimal digits',
    'the embedded gateway for phones',
    optional(z.string().regex(/^AC[0-9a-f]{32}$/)),
  ),
  TWILIO_AUTH_TOKEN: variable("That account's token", 'any text', 'none', optional(z.string())),
  TWILIO_FROM: variable(
    'Phone number of that account from which SMS and calls come',
    'a number with + and its country code',
    'none',
    optional(z.string().regex(/^\+[1-9]\d{7,14}$/)),
  ),
  VAPID_SUBJECT: variable(
    'Whom a push service may write to about our web push',
    'a URL that begins with mailto: or https:',
    'PUBLIC_URL when that is https, the address of MAIL_FROM otherwise',
    optional(z.string().regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/)),
  ),
  PUSH_HOSTS: variable(
    "Push services of your own besides the browsers'; one on this machine may be reached without TLS",
    'hosts with or without a port, divided by commas',
    'none',
    z
      .string()
      .regex(/^[\w.:[\],\s-]*$/)
      .default(''),
  ),
  CAPTCHA_PROVIDER: variable(
    'Who makes sure that a person asks for a code; a provider needs the two variables below too',
    CAPTCHA_PROVIDERS.join(', '),
    'altcha: a proof of work of our own',
    z.enum(CAPTCHA_PROVIDERS).default('altcha'),
  ),
  CAPTCHA_SITE_KEY: variable("The provider's key for pages", 'any text', 'none', optional(z.string())),
  CAPTCHA_SECRET: variable("The provider's secret", 'any text', 'none', optional(z.string())),
  CAPTCHA_VERIFY_URL: variable(
    'Where the provider says whether a solution is right',
    'a URL that begins with http:// or https://',
    "the provider's own",
    optional(address(/^https?$/)),
  ),
  BREACHED_PASSWORDS_URL: variable(
    'Where new passwords are looked up among breached ones, by the protocol of Pwned Passwords: the first five digits of a digest are sent, never a password',
    'a URL that begins with https://, or off',
    'https://api.pwnedpasswords.com/range where others reach the app, off on this machine alone',
    optional(z.union([z.literal('off'), address(/^https$/)])),
  ),
  MAP_TILES_URL: variable(
    'Tiles under the map, in the place of our own drawing; browsers fetch them from that host',
    'a URL that begins with http:// or https:// and has {z}, {x} and {y}',
    'none: the map is drawn without any server',
    optional(
      z
        .string()
        .regex(/^https?:\/\/[^\s;,'"]+$/)
        .refine(isTileTemplate),
    ),
  ),
  MAP_TILES_ATTRIBUTION: variable(
    'Whose tiles these are, shown on the map',
    'any text',
    'none',
    z.string().max(200).default(''),
  ),
  GOOGLE_MAPS_KEY: variable(
    "Key of Google's maps for pages, limited to this site there; their script is loaded then",
    'letters, digits, - and _',
    'none',
    optional(z.string().regex(/^[\w-]{10,100}$/)),
  ),
  DEMO: variable(
    'Demo drivers and an operator whose bots search from the first start; their passwords are known on this machine alone, and made at random where others reach it',
    'on or off',
    'on when PostgreSQL, Restate, market and card gateway are all embedded and nobody beyond this machine reaches the app: HOST and PUBLIC_URL are its own, TRUST_PROXY is off, NODE_ENV is not `production`',
    optional(onOrOff),
  ),
  SERVICE_TIME_ZONE: variable(
    "The service's own zone, in which the daily stop is read",
    'an IANA time zone, such as America/New_York',
    'America/New_York',
    optional(zone),
  ),
  SETTINGS: variable(
    'Figures of the product that differ from `core/settings.ts`, such as `{"coolingMs": 90000}`',
    'a JSON object with names and values as in core/settings.ts',
    '{}',
    optional(z.string()),
  ),
  KEEP_LOG_DAYS: variable(
    "Days that the lines of drivers' logs are kept",
    'a whole number from 1 to 3650',
    '90',
    z.coerce.number().int().min(1).max(3650).default(90),
  ),
  LOG_LEVEL: variable('What is written', LOG_LEVELS.join(', '), 'info', z.enum(LOG_LEVELS).default('info')),
  LOG_STYLE: variable(
    'JSON for machines, plain sentences for a person',
    'json or plain',
    'plain in the demo, json otherwise',
    optional(z.enum(['json', 'plain'])),
  ),
} as const

type Values = { [Name in keyof typeof VARIABLES]: z.output<(typeof VARIABLES)[Name]['schema']> }

/** The values of all variables; a line is added to `problems` for each that is not allowed. */
export function readVariables(env: NodeJS.ProcessEnv, problems: string[]): Values {
  const values: Record<string, unknown> = {}
  const variables: [string, Variable<unknown>][] = Object.entries(VARIABLES)
  for (const [name, { schema, allowed, secret: isSecret }] of variables) {
    const text = env[name]?.trim() || undefined
    const parsed = schema.safeParse(text)
    if (parsed.success) values[name] = parsed.data
    else if (isSecret) problems.push(`${name} is not what it should be: give ${allowed}`)
    else problems.push(`${name} is "${hidePassword(text ?? '')}": give ${allowed}`)
  }
  return values as Values
}

/** The table of docs/configuration.md. */
export function describeVariables(): string {
  const rows = Object.entries(VARIABLES).map(
    ([name, { about, allowed, standard }]) => `| \`${name}\` | ${about} | ${allowed} | ${standard} |`,
  )
  return ['| variable | what it is | what it may be | default |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  )
}
