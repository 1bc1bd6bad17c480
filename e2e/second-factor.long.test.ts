import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Outputs } from '@madruga/core/contract.ts'
import { ANA } from './cast.ts'
import { startFixture } from './fixture.ts'
import { callOperation } from './market.ts'
import {
  CARDS,
  checkScreen,
  paidBanner,
  payButton,
  readPayments,
  seriousOf,
  typeCard,
  visitAs,
} from './paying.ts'
import { addPasskey, givePasskeys, signInByForm } from './steps.ts'
import { collectErrors, openVisit, wordsOf, type Language, type Size } from './visit.ts'
import { realNow, until } from '@madruga/server/kit/testing.ts'

/** A dedicated operator, as in production: the demo's needs no second factor. */
const OLIVIA = { email: 'olivia@example.com', password: 'lantern otter 93' }
const STEP_MS = 30_000

// Long enough for a code and its action, short enough to wait for its end.
const settings = JSON.stringify({ dailyStop: null, operators: { stepUpMs: 15_000 } })
const { product, browser } = await startFixture({ env: { SETTINGS: settings } })
await createOperator(OLIVIA)

test('an operator signs in by an authenticator and a backup code, and gives a fresh code to move money', async () => {
  const reference = await buyWeek()
  const authenticator = new Authenticator()
  const backupCodes = await setUp(authenticator)
  const es = await enter('phone', 'es')
  await giveBackupCode(es.page, backupCodes)
  const en = await enter('desktop', 'en')
  await giveCode(en.page, authenticator)
  await refund(en.page, authenticator, reference)
  await readAudit(en.page)
  for (const { leave } of [es, en]) await leave()
})

test('an operator’s passkey alone opens the console and moves what needs a fresh factor', async () => {
  const PABLO = { email: 'pablo@example.com', password: 'amber canyon 41' }
  await createOperator(PABLO)
  const t = wordsOf('en')
  const context = await openVisit({ browser, size: 'desktop', language: 'en', theme: 'light' })
  const page = await context.newPage()
  const url = await givePasskeys(page, product.url)
  await page.goto(`${url}/#/login`)
  await signInByForm(page, PABLO, 'en')
  await page.getByRole('region', { name: t('factor.title') }).waitFor()
  await checkScreen(page)
  await addPasskey(page, PABLO, 'Desk key', 'en')
  await page.getByRole('region', { name: t('overview.wrong') }).waitFor()
  await page.goto(`${url}/#/logout`)
  await page.getByRole('button', { name: t('login.passkey') }).click()
  await page.getByRole('region', { name: t('overview.wrong') }).waitFor()

  await page.goto(`${url}/#/logout`)
  await signInByForm(page, PABLO, 'en')
  await page.getByText(t('factor.enter_passkey')).waitFor()
  await checkScreen(page)
  await page.getByRole('button', { name: t('factor.passkey') }).click()
  await page.getByRole('region', { name: t('overview.wrong') }).waitFor()
  await page.goto(`${url}/#/admin?tab=security`)
  await page.getByText(t('factor.on_passkey')).waitFor()
  await checkScreen(page)
  await untilStale(page)
  await page.getByRole('button', { name: t('profile.passkey_remove_one', { name: 'Desk key' }) }).click()
  const sheet = page.getByRole('dialog', { name: t('profile.passkey_remove_title', { name: 'Desk key' }) })
  await sheet.getByLabel(t('change.your_password'), { exact: true }).fill(PABLO.password)
  await sheet.getByRole('button', { name: t('form.remove'), exact: true }).click()
  const asked = page.getByRole('dialog', { name: t('factor.again'), exact: true })
  await asked.getByRole('button', { name: t('factor.passkey') }).click()
  await page
    .getByRole('region', { name: t('factor.title') })
    .getByText(t('factor.why'))
    .waitFor()
  await context.close()
})

/**
 * An operator's authenticator: RFC 6238 with SHA-1, six digits, 30 seconds. Implemented independently, so
 * that both sides cannot share a bug.
 */
class Authenticator {
  private secret = Buffer.alloc(0)
  private lastStep = 0

  /** Reads the key from the screen: base32, in groups. */
  add(key: string): void {
    const bits = [...key.replaceAll(' ', '')]
      .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
      .join('')
    this.secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  }

  /** A code that was not used before. The service accepts codes one step off, so waiting is rare. */
  async next(): Promise<string> {
    this.lastStep = Math.max(this.lastStep + 1, now() - 1)
    await until(() => this.lastStep <= now() + 1, 'the next step')
    return this.codeOf(this.lastStep)
  }

  /** A code of no currently valid step. */
  wrong(): string {
    const right = [-2, -1, 0, 1, 2].map((off) => this.codeOf(now() + off))
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code))!
  }

  private codeOf(step: number): string {
    const count = Buffer.alloc(8)
    count.writeBigUInt64BE(BigInt(step))
    const hash = createHmac('sha1', this.secret).update(count).digest()
    const at = hash.at(-1)! & 15
    return String((hash.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
  }
}

const now = () => Math.floor(realNow() / STEP_MS)

/** By the command line, beside the running product. */
async function createOperator({ email, password }: typeof OLIVIA): Promise<void> {
  const root = path.join(import.meta.dirname, '..')
  const args = ['server/main/admin.ts', 'create-operator', email, '--password-stdin']
  const command = spawn(process.execPath, args, {
    cwd: root,
    env: product.environment,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  command.stdin.end(password)
  assert.deepEqual(await once(command, 'exit'), [0, null])
}

/** A driver pays for a week; returns the reference of the payment. */
async function buyWeek(): Promise<string> {
  const { page, leave } = await visitAs(product, browser, ANA, { size: 'phone', language: 'es' })
  await page.goto(`${product.url}/#/payment?plan=advanced&days=7`)
  await payButton(page, 'es').waitFor()
  await typeCard(page, 'es', CARDS.good)
  await payButton(page, 'es').click()
  await paidBanner(page, 'es').waitFor()
  const [payment] = await readPayments(page)
  assert.ok(payment)
  await leave()
  return payment.reference
}

/** The operator at the console's entrance, with their password entered. */
async function enter(size: Size, language: Language) {
  const theme = language === 'es' ? 'dark' : 'light'
  const context = await openVisit({ browser, size, language, theme })
  const page = await context.newPage()
  const errors = collectErrors(page)
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, OLIVIA, language)
  await page.waitForURL(/admin/)
  return {
    page,
    leave: async () => {
      await page.goto('about:blank')
      await context.close()
      assert.deepEqual(
        seriousOf(errors).filter((error) => !/\b403\b/.test(error)),
        [],
      )
    },
  }
}

/** Sets up the authenticator, with a wrong code before the right one; returns the backup codes. */
async function setUp(authenticator: Authenticator): Promise<string[]> {
  const { page, leave } = await enter('desktop', 'en')
  const t = wordsOf('en')
  const card = page.getByRole('region', { name: t('factor.title') })
  await card.getByRole('button', { name: t('factor.go') }).click()
  await card.getByText(t('factor.need_password')).waitFor()
  await card.getByLabel(t('factor.password'), { exact: true }).fill('not it')
  await card.getByRole('button', { name: t('factor.go') }).click()
  await card.getByText(t('error.accounts.wrong_password')).waitFor()
  await checkScreen(page)
  await card.getByLabel(t('factor.password'), { exact: true }).fill(OLIVIA.password)
  await card.getByRole('button', { name: t('factor.go') }).click()

  await card.getByRole('img', { name: t('factor.qr') }).waitFor()
  authenticator.add(await card.locator('[data-key]').innerText())
  await checkScreen(page)
  await type(card, t('factor.code'), authenticator.wrong())
  await card.getByText(t('error.operators.code_wrong')).waitFor()
  await type(card, t('factor.code'), await authenticator.next())
  await card.getByRole('heading', { name: t('factor.codes') }).waitFor()
  const codes = await card.getByRole('listitem').allInnerTexts()
  assert.equal(new Set(codes).size, 10)
  await checkScreen(page)
  await card.getByRole('button', { name: t('factor.kept') }).click()
  await page.getByRole('region', { name: t('overview.wrong') }).waitFor()
  await leave()
  return codes
}

/** Two wrong codes, a backup code, and the same again from another device. */
async function giveBackupCode(page: Page, [code = '']: readonly string[]): Promise<void> {
  const t = wordsOf('es')
  const card = page.getByRole('region', { name: t('factor.enter') })
  const backup = card.getByLabel(t('factor.backup_code'), { exact: true })
  await card.getByRole('button', { name: t('factor.backup') }).click()
  await page.waitForFunction(
    () => (document.activeElement as HTMLInputElement | null)?.autocomplete === 'off',
  )
  for (const wrong of ['aaaaa-aaaaa', 'bbbbb-bbbbb']) {
    await backup.fill(wrong)
    await card.getByRole('button', { name: t('factor.give') }).click()
    await card.getByText(t('factor.backup_wrong')).waitFor()
    assert.equal(await backup.inputValue(), '')
  }
  await checkScreen(page)
  await backup.fill(code)
  await card.getByRole('button', { name: t('factor.give') }).click()
  await page.getByRole('region', { name: t('overview.wrong') }).waitFor()
  await page.goto(`${product.url}/#/admin?tab=security`)
  await page.getByText(t('factor.left', { count: 9 })).waitFor()
  await checkScreen(page)

  const other = await enter('phone', 'es')
  const again = other.page.getByRole('region', { name: t('factor.enter') })
  await again.getByRole('button', { name: t('factor.backup') }).click()
  await again.getByLabel(t('factor.backup_code'), { exact: true }).fill(code)
  await again.getByRole('button', { name: t('factor.give') }).click()
  await again.getByText(t('factor.backup_wrong')).waitFor()
  await other.leave()
}

/** Signs in by the authenticator: a wrong code, then the right one. */
async function giveCode(page: Page, authenticator: Authenticator): Promise<void> {
  const t = wordsOf('en')
  const card = page.getByRole('region', { name: t('factor.enter') })
  await type(card, t('factor.code'), authenticator.wrong())
  await card.getByText(t('error.operators.code_wrong')).waitFor()
  await checkScreen(page)
  await type(card, t('factor.code'), await authenticator.next())
  await page.getByRole('region', { name: t('overview.wrong') }).waitFor()
}

/** Refunds the payment. The sign-in's code is too old for it, so a sheet asks for a fresh one first. */
async function refund(page: Page, authenticator: Authenticator, reference: string): Promise<void> {
  const t = wordsOf('en')
  await page.goto(`${product.url}/#/admin?tab=accounting&part=payments`)
  await page.getByLabel(t('accounting.search_payments')).fill(reference)
  await page.waitForURL(new RegExp(reference))
  await page.getByRole('button', { name: /P-/ }).filter({ hasText: reference }).click()
  const sheet = page.getByRole('dialog', { name: t('accounting.payment_title', { reference }) })
  await sheet.getByLabel(t('admin.reason'), { exact: true }).fill('Bought by mistake')
  await sheet.getByRole('button', { name: t('accounting.refund_go'), exact: true }).click()
  await untilStale(page)
  await sheet.getByRole('button', { name: t('accounting.refund_yes') }).click()
  const asked = page.getByRole('dialog', { name: t('factor.again'), exact: true })
  await asked.getByText(t('factor.again_text')).waitFor()
  await checkScreen(page)

  // Nothing happens without authentication.
  await asked.getByRole('button', { name: t('shell.close') }).click()
  // On a slow machine the closing sheet would take the next code, and be gone with it.
  await asked.waitFor({ state: 'hidden' })
  await sheet.getByText(t('error.operators.step_up_needed')).waitFor()
  await sheet.getByRole('button', { name: t('accounting.refund_go'), exact: true }).click()
  await sheet.getByRole('button', { name: t('accounting.refund_yes') }).click()
  await type(asked, t('factor.code'), authenticator.wrong())
  await asked.getByText(t('error.operators.code_wrong')).waitFor()
  await type(asked, t('factor.code'), await authenticator.next())
  await sheet
    .getByText(t('accounting.refund_done', { amount: /\$[\d.]+/.exec(await sheet.innerText())![0] }))
    .waitFor()
}

/** Waits until this session's code is too old for moving money. */
async function untilStale(page: Page): Promise<void> {
  const { freshUntil } = await callOperation<Outputs['operators']['secondFactor']>(
    page,
    'GET',
    '/operators/second-factor',
  )
  await until(() => freshUntil === null || realNow() > freshUntil, 'the code is too old')
}

async function readAudit(page: Page): Promise<void> {
  const t = wordsOf('en')
  await page.goto(`${product.url}/#/admin?tab=audit`)
  const audit = page.getByRole('region', { name: t('admin.tab.audit') })
  await audit.getByText(t('audit.action.payments.refund')).waitFor()
  await audit.getByText(t('audit.action.operators.enable_factor')).waitFor()
}

/** The sixth digit submits them. */
async function type(where: Locator, label: string, code: string): Promise<void> {
  await where.getByLabel(label).fill(code)
}
