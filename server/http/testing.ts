import { rm } from 'node:fs/promises'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import type { Documents } from '../invoices.ts'
import { createHttp } from '../http.ts'
import type { HttpDeps } from '../http.ts'
import { localUrl } from '../kit/http.ts'
import { fixedSecrets } from '../kit/encryption.ts'
import type { Recap } from '../recap.ts'
import { createDownloadReaders } from '../world/downloads.ts'
import { absentWord } from './testing/absent.ts'
import { createGeography, createParts, SECRET } from './testing/parts.ts'
import type { Parts } from './testing/parts.ts'
import { makeWebRoot } from './testing/web-root.ts'
import { makeHandlers } from './testing/handlers.ts'
import type { TestHttp, TestHttpOptions } from './testing/model.ts'

export type { TestHttp, TestHttpOptions } from './testing/model.ts'
export { createBrowser } from './testing/browser.ts'

/** Starts one on a free port. */
export async function startTestHttp(options: TestHttpOptions = {}): Promise<TestHttp> {
  const geography = await createGeography(options, (sessionId) => http.endSession(sessionId))
  const parts: Parts = { ...geography, ...(await createParts(geography)) }
  const { database, accounts, notify, sent, tail, saves } = parts
  const webRoot = await makeWebRoot()
  const asked: string[] = []
  const http = createHttp(describeHttp(parts, webRoot, asked))
  const { port } = await http.listen(0, '127.0.0.1')
  let drivers = 0
  return {
    url: localUrl('127.0.0.1', port, Boolean(options.tls)),
    database,
    accounts,
    notify,
    sent,
    tail,
    asked,
    saves,
    logger: parts.lines,
    async addDriver(driver = {}) {
      const made = { name: 'Ana', email: `ana${++drivers}@example.com`, password: 'correct horse', ...driver }
      return { ...made, id: await accounts.createDriver(made) }
    },
    async stop() {
      await http.close()
      await notify.close()
      await parts.observations.close()
      tail.close()
      await parts.dates.close()
      if (!options.beside) await database.drop()
      await rm(webRoot, { recursive: true })
    },
  }
}

function describeHttp(parts: Parts, webRoot: string, asked: string[]): HttpDeps {
  const { options, accounts, blocks, clock, db } = parts
  return {
    accounts,
    logger: parts.logger,
    security: parts.security,
    operators: parts.operators,
    isExempt: () => options.secondFactor !== true,
    clock,
    secrets: options.accounts?.sessionSecrets ?? fixedSecrets(SECRET),
    publicUrl: parts.publicUrl,
    webRoot,
    version: '0.0.0',
    ...(options.limits && { limits: options.limits }),
    ...(options.captcha && { captcha: options.captcha }),
    ...(options.map && { map: options.map }),
    ...(options.gateway && { gateway: options.gateway }),
    receiveSms: parts.notify.receiveSms,
    ...(options.takeWebhook && { takeWebhook: options.takeWebhook }),
    ...(options.tls && { tls: options.tls }),
    ...(options.trustProxy && { trustProxy: true }),
    ...(options.metricsToken && { metricsToken: options.metricsToken }),
    readFeed: async (calendarSecret) => (await blocks?.readFeed(calendarSecret)) ?? null,
    downloads: createDownloadReaders({
      recap: absentWord<Pick<Recap, 'exportWeek'>>(),
      accounts,
      blocks: blocks ?? absentWord(),
      documents: absentWord<Pick<Documents, 'readInvoice' | 'readReceipt'>>(),
      clock,
      db,
      history: DEFAULT_SETTINGS.history,
    }),
    handlers: makeHandlers(parts, asked),
  }
}
