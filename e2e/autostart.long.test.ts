import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { ANA } from './cast.ts'
import { startFixture } from './fixture.ts'
import { dismissBanners, holdToStop, signInByForm } from './steps.ts'
import { collectErrors, findBarriers, findOverflow, openVisit, wordsOf } from './visit.ts'
import { realNow } from '@madruga/server/kit/testing.ts'

const ZONE = 'America/New_York'
const MINUTE_MS = 60_000
const startedAt = realNow()

// A daily stop far from every minute of this test: twelve hours from now.
const startMinute = (minuteOf(startedAt) + 720) % 1440
const dailyStop = { timeZone: ZONE, startMinute, endMinute: (startMinute + 10) % 1440 }
const settings = { dailyStop, coolingMs: 1_000 }
const { product, browser } = await startFixture({ env: { SETTINGS: JSON.stringify(settings) } })

/** Date and time of a timestamp in the form's format, on the driver's clock. */
function wallOf(at: number): { day: string; time: string } {
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone: ZONE,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at)
  const [day = '', time = ''] = text.split(' ')
  return { day, time }
}

function minuteOf(at: number): number {
  const { time } = wallOf(at)
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

test('invalid tasks are rejected, input is kept, and tasks fire automatically: phone, es', async () => {
  const context = await openVisit({ browser, size: 'phone', language: 'es', theme: 'dark' })
  const page = await context.newPage()
  const errors = collectErrors(page)
  const t = wordsOf('es')
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, 'es')
  await page.waitForURL(/home/)
  await dismissBanners(page, 'es')
  // The demo's bot is running: the task must be the one to start it.
  await holdToStop(page, 'es')
  await page.getByRole('button', { name: t('home.start'), exact: true }).waitFor()

  await page.goto(`${product.url}/#/autostart`)
  const time = page.getByLabel(t('autostart.time'), { exact: true })
  const day = page.getByLabel(t('autostart.day'), { exact: true })
  const add = page.getByRole('button', { name: t('autostart.add'), exact: true })
  const type = async (at: number) => {
    const wall = wallOf(at)
    await time.fill(wall.time)
    await day.fill(wall.day)
  }
  await add.click()
  await page.getByText(t('error.autostart.missing')).waitFor()
  assert.deepEqual([await findOverflow(page), await findBarriers(page)], [[], []])

  const past = realNow() - 5 * MINUTE_MS
  await type(past)
  await add.click()
  await page.getByText(t('error.autostart.past')).waitFor()
  assert.equal(await time.inputValue(), wallOf(past).time)
  await type(startedAt + 725 * MINUTE_MS)
  await add.click()
  await page.getByText(t('error.autostart.daily_stop')).waitFor()

  // A range on weekdays: without a day it is refused, and with one it says which.
  await page.getByText(t('autostart.repeats'), { exact: true }).click()
  const weekdays = page.getByRole('group', { name: t('autostart.weekdays') })
  await weekdays.getByRole('button', { name: t('weekdays.weekend') }).click()
  for (const pressed of await weekdays.getByRole('button', { pressed: true }).all())
    assert.match(await pressed.innerText(), /s[áa][bt]|dom|sun/i)
  await weekdays.getByRole('button', { pressed: true }).first().click()
  await weekdays.getByRole('button', { pressed: true }).first().click()
  await add.click()
  await weekdays.getByText(t('error.autostart.missing')).waitFor()
  assert.deepEqual([await findOverflow(page), await findBarriers(page)], [[], []])
  await weekdays.getByRole('button', { name: t('weekdays.all') }).click()
  await page.getByText(t('autostart.every_once'), { exact: true }).click()

  // Input survives a reload.
  const typed = await time.inputValue()
  await page.reload()
  await page.getByText(t('form.kept')).waitFor()
  assert.equal(await time.inputValue(), typed)

  // The minute after next, if this one is nearly over.
  const startAt = Math.ceil((realNow() + 40_000) / MINUTE_MS) * MINUTE_MS
  await type(startAt)
  await add.click()
  await page.getByRole('heading', { name: t('autostart.tasks') }).waitFor()
  const another = page.getByRole('button', { name: t('autostart.new'), exact: true })
  await another.click()
  await page.getByText(t('autostart.stop'), { exact: true }).first().click()
  await type(startAt)
  await add.click()
  await page.getByText(t('error.autostart.conflict')).waitFor()
  await type(startAt + MINUTE_MS)
  await add.click()
  await another.waitFor()
  assert.deepEqual([await findOverflow(page), await findBarriers(page)], [[], []])

  await product.pass(startAt - realNow())
  await page.getByText(doneWords('start')).first().waitFor()
  await page.goto(`${product.url}/#/home`)
  await page.getByRole('button', { name: t('home.hold') }).waitFor()
  await page.goto(`${product.url}/#/autostart`)
  await product.pass(MINUTE_MS)
  await page.getByText(doneWords('stop')).first().waitFor()
  await page.goto(`${product.url}/#/home`)
  await page.getByRole('button', { name: t('home.start'), exact: true }).waitFor()

  await page.goto(`${product.url}/#/autostart`)
  await removeFirst(page)
  await page.goto('about:blank')
  await context.close()
  assert.deepEqual(
    errors.filter((error) => !/\b422\b/.test(error)),
    [],
  )
})

/** A task's result, on time or, on a busy machine, a little late. */
function doneWords(action: 'start' | 'stop'): RegExp {
  const t = wordsOf('es')
  return new RegExp(`${t(`autostart.done_${action}`)}|${t(`autostart.done_late_${action}`, { span: '.+' })}`)
}

/** Deletes the first task of the list after a confirmation. */
async function removeFirst(page: Page): Promise<void> {
  const t = wordsOf('es')
  const removes = page.getByRole('button', { name: new RegExp(`^${t('autostart.remove_of', { name: '' })}`) })
  await removes.first().waitFor()
  const count = await removes.count()
  await removes.first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('autostart.remove'), exact: true })
    .click()
  await page.getByText(t('autostart.removed')).first().waitFor()
  assert.equal(await removes.count(), count - 1)
}
