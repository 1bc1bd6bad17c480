import { parseArgs } from 'node:util'
import { startCards } from './cards.ts'

/** The gateway alone; in production it starts only with `--allow-in-production`. */
try {
  // Its folder contains cards and charges: no other user of the machine may read them.
  process.umask(0o077)
  const { values } = parseArgs({
    options: {
      'allow-in-production': { type: 'boolean', default: false },
      port: { type: 'string', default: '8091' },
      host: { type: 'string', default: '127.0.0.1' },
      data: { type: 'string' },
      'public-url': { type: 'string' },
      'secret-key': { type: 'string', default: 'sk_test_embedded_gateway' },
      'publishable-key': { type: 'string', default: 'pk_test_embedded_gateway' },
      webhook: { type: 'string' },
      'webhook-secret': { type: 'string' },
      control: { type: 'boolean', default: false },
    },
  })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port is no port: ${values.port}`)
  if ((values.webhook === undefined) !== (values['webhook-secret'] === undefined)) {
    throw new Error('--webhook and --webhook-secret go together')
  }
  const running = await startCards({
    environment: process.env.NODE_ENV ?? 'development',
    allowInProduction: values['allow-in-production'],
    secretKey: values['secret-key'],
    publishableKey: values['publishable-key'],
    port,
    host: values.host,
    control: values.control,
    endpoints:
      values.webhook === undefined ? [] : [{ url: values.webhook, secret: values['webhook-secret'] ?? '' }],
    ...(values.data === undefined ? {} : { dataFolder: values.data }),
    ...(values['public-url'] === undefined ? {} : { publicUrl: values['public-url'].replace(/\/+$/, '') }),
  })
  console.log(`cards: test mode, ${running.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      running.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
} catch (error) {
  console.error(`cards: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
