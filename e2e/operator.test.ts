import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { ANA, OPERATOR } from './cast.ts'
import { startFixture } from './fixture.ts'
import { dismissBanners, signInByForm } from './steps.ts'
import { collectErrors, findBarriers, findOverflow, openVisit, wordsOf, type Language } from './visit.ts'
import { longTest } from '@madruga/server/kit/testing.ts'

/** The driver reads Spanish on a phone, the operator English on a desktop. */
const [es, en] = [wordsOf('es'), wordsOf('en')]

// A short cooling: no test should wait a minute for it.
const settings = JSON.stringify({ dailyStop: null, coolingMs: 1_000 })
const { product, browser } = await startFixture({ env: { SETTINGS: settings } })

test('an operator answers a driver, suspends and activates them, stops the fleet, and the audit log has it all', async () => {
  const phone = await visit('es', ANA)
  const desk = await visit('en', OPERATOR)
  await phone.page.getByRole('heading', { name: es('phase.running') }).waitFor()

  await answerRequest(phone.page, desk.page)
  await suspendAndActivate(phone.page, desk.page)
  await stopFleet(phone.page, desk.page)
  await readAudit(desk.page)

  assert.deepEqual(seriousOf(phone.errors), [])
  assert.deepEqual(seriousOf(desk.errors), [])
})

longTest(
  'an operator lands on the overview, tries the alerts, finds a driver with their offers, and exports a list',
  async () => {
    const { page: desk, errors } = await visit('en', OPERATOR)
    await desk.getByRole('heading', { name: en('overview.wrong') }).waitFor()
    await desk.getByRole('heading', { name: en('overview.states') }).waitFor()
    await desk.getByRole('button', { name: en('overview.test'), exact: true }).click()
    await desk.getByText(en('overview.test.email', { state: en('overview.test.sent') })).waitFor()
    assert.deepEqual(await findBarriers(desk), [])

    await desk.getByLabel(en('find.label')).fill(ANA.email.slice(0, 6))
    await desk.getByRole('link', { name: ANA.email }).click()
    const driver = desk.getByRole('region', { name: en('drivers.name'), exact: true })
    await driver.getByRole('link', { name: en('drivers.part.timeline'), exact: true }).click()
    await driver.getByText(en('phase.running'), { exact: true }).first().waitFor()
    await driver.getByRole('button', { name: en('drivers.kind.offers'), exact: true }).click()
    await driver.getByRole('listitem').locator('summary').first().click()
    await driver
      .getByText(en('why.version', { version: 1 }))
      .first()
      .waitFor()
    assert.deepEqual(await findBarriers(desk), [])

    await driver.getByRole('link', { name: en('drivers.back') }).click()
    const download = desk.waitForEvent('download')
    await desk.getByRole('link', { name: en('find.export') }).click()
    assert.match((await download).suggestedFilename(), /^madruga-drivers-.*[.]csv$/)
    assert.deepEqual(seriousOf(errors), [])
  },
)

longTest(
  'the console is in the menu of an operator alone, and a driver who opens it reads why not',
  async () => {
    const desk = await visit('en', OPERATOR)
    await desk.page.getByRole('navigation', { name: en('admin.places') }).waitFor()
    const { page } = await visit('en', ANA)
    await page.getByRole('link', { name: en('LOGS') }).waitFor()
    assert.equal(await page.getByRole('navigation', { name: en('admin.places') }).count(), 0)
    await page.goto(`${product.url}/#/admin`)
    await page.getByText(en('admin.refused')).waitFor()
    assert.deepEqual(await findBarriers(page), [])
  },
)

/** A signed-in visitor, at home. */
async function visit(language: Language, who: { email: string; password: string }) {
  const size = language === 'es' ? 'phone' : 'desktop'
  const context = await openVisit({ browser, size, language, theme: language === 'es' ? 'dark' : 'light' })
  const page = await context.newPage()
  const errors = collectErrors(page)
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, who, language)
  await page.waitForURL(/#\/(home|admin)/)
  await dismissBanners(page, language)
  return { page, errors }
}

async function answerRequest(phone: Page, desk: Page): Promise<void> {
  const question = '¿Por qué mi bot durmió dos veces?'
  const answer = 'La app de reparto dijo que la búsqueda era agresiva.'
  await phone.goto(`${product.url}/#/support`)
  await phone.getByLabel(es('support.text'), { exact: true }).fill(question)
  await phone.getByRole('button', { name: es('support.send'), exact: true }).click()
  await phone.getByText(es('error.field.required')).waitFor()
  // Input survives a reload.
  await phone.reload()
  await phone.getByText(es('form.kept')).waitFor()
  await phone.getByLabel(es('support.topic')).selectOption('bot')
  await phone.getByRole('button', { name: es('support.send'), exact: true }).click()
  await phone.getByText(es('support.state.open'), { exact: true }).waitFor()
  assert.deepEqual(await findBarriers(phone), [])

  await desk.goto(`${product.url}/#/admin?tab=support`)
  await desk.getByRole('button', { name: ANA.email }).click()
  await desk.getByLabel(en('desk.answer'), { exact: true }).fill(answer)
  await desk.getByRole('button', { name: en('desk.send') }).click()
  await desk.getByText(en('desk.sent')).waitFor()
  assert.deepEqual(await findBarriers(desk), [])

  await phone.reload()
  await phone.getByText(es('support.state.answered'), { exact: true }).waitFor()
  await phone.getByText(answer).waitFor()
  assert.deepEqual(await findOverflow(phone), [])
}

async function suspendAndActivate(phone: Page, desk: Page): Promise<void> {
  await phone.goto(`${product.url}/#/home`)
  await phone.getByRole('button', { name: es('home.hold') }).waitFor()
  await desk.goto(`${product.url}/#/admin?tab=drivers`)
  await desk.getByLabel(en('drivers.search')).fill(ANA.email)
  await desk.getByText(en('drivers.count', { count: 1 })).waitFor()
  await desk.getByRole('button', { name: ANA.email }).click()
  await changeStatus(desk, 'suspended', 'Two people share the account')

  await phone.getByText(es('reason.suspended')).waitFor()
  // Nothing is owed: no text on the screen asks for money.
  await phone.getByText(es('invoices.suspended_operator')).waitFor()
  await phone.getByRole('link', { name: es('act.support') }).waitFor()
  assert.equal(await phone.getByRole('link', { name: es('act.payment') }).count(), 0)
  await phone.getByRole('button', { name: es('home.start') }).click()
  await phone.getByText(es('error.bot.suspended')).waitFor()

  await changeStatus(desk, 'active', 'They stopped')
  // The cooling is over; otherwise the start would be refused for that.
  await phone.getByRole('heading', { name: es('phase.not_running') }).waitFor()
  await phone.getByRole('button', { name: es('home.start') }).click()
  await phone.getByRole('button', { name: es('home.hold') }).waitFor()
}

async function changeStatus(desk: Page, status: 'active' | 'suspended', reason: string): Promise<void> {
  const words = en(`drivers.status.${status}`)
  const sheet = desk.getByRole('region', { name: en('drivers.name'), exact: true })
  await sheet.getByText(words, { exact: true }).last().click()
  await sheet.getByRole('button', { name: en('drivers.change') }).click()
  await sheet.getByText(en('admin.need_reason')).waitFor()
  await sheet.getByLabel(en('admin.reason'), { exact: true }).fill(reason)
  await sheet.getByRole('button', { name: en('drivers.change') }).click()
  await sheet.getByText(en('drivers.changed', { status: words })).waitFor()
}

async function stopFleet(phone: Page, desk: Page): Promise<void> {
  await desk.goto(`${product.url}/#/admin?tab=fleet`)
  const hold = desk.getByRole('button', { name: en('fleet.kill_hold') })
  await hold.click()
  await desk.getByText(en('admin.need_reason')).waitFor()
  const kill = desk.getByRole('region', { name: en('fleet.kill') })
  await kill.getByLabel(en('admin.reason'), { exact: true }).fill('The platform asked for it')
  // A tap asks for confirmation; a hold does not.
  await hold.click()
  await desk.getByRole('button', { name: en('fleet.kill_no') }).click()
  await hold.hover()
  await desk.mouse.down()
  await kill.getByText(en('fleet.kill_on')).waitFor()
  await desk.mouse.up()
  await phone.getByText(es('reason.kill_switch')).waitFor()
  assert.deepEqual(await findBarriers(desk), [])

  await kill.getByLabel(en('admin.reason'), { exact: true }).fill('It works again')
  await desk.getByRole('button', { name: en('fleet.kill_lift') }).click()
  await kill.getByText(en('fleet.kill_off')).waitFor()
}

async function readAudit(desk: Page): Promise<void> {
  await desk.goto(`${product.url}/#/admin?tab=audit`)
  const audit = desk.getByRole('region', { name: en('admin.tab.audit') })
  await audit.getByRole('listitem').first().waitFor()
  const lines = await audit.getByRole('listitem').allInnerTexts()
  const isOf = (action: 'drivers.read' | 'drivers.search') => (line: string) =>
    line.includes(en(`audit.action.${action}`))
  assert.equal(lines.filter(isOf('drivers.read')).length, 1, 'a page that stays open is written down once')
  const changes = lines.filter((line) => !isOf('drivers.read')(line) && !isOf('drivers.search')(line))
  const wanted = [
    ['audit.action.service.kill', 'It works again'],
    ['audit.action.service.kill', 'The platform asked for it'],
    ['audit.action.drivers.set_status', 'They stopped'],
    ['audit.action.drivers.set_status', 'Two people share the account'],
    ['audit.action.support.reply', ANA.email],
  ] as const
  assert.deepEqual(
    wanted.map(([action, what]) =>
      changes.findIndex((line) => line.includes(en(action)) && line.includes(what)),
    ),
    [0, 1, 2, 3, 4],
  )
  assert.ok(changes.slice(0, 5).every((line) => line.includes(OPERATOR.email)))
  assert.deepEqual(await findBarriers(desk), [])
}

/** Refusals are expected here; every other console line is an error. */
function seriousOf(errors: readonly string[]): string[] {
  return errors.filter((error) => !/\b(409|422)\b/.test(error))
}
