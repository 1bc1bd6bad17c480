import type { Key } from '../web/i18n.ts'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startFleetbase } from '@madruga/simulator/platforms/fleetbase.ts'
import { OPERATOR } from './cast.ts'
import { startFixture } from './fixture.ts'
import { signInByForm } from './steps.ts'
import { findBarriers, findOverflow, openVisit, wordsOf } from './visit.ts'
import type { Language } from './visit.ts'

/** Why a record of an instance is refused, as its text is named. */
type InstanceCode =
  Extract<Key, `error.instances.${string}`> extends `error.instances.${infer Code}` ? Code : never

const { product, browser } = await startFixture()

for (const [language, size, theme] of [
  ['en', 'desktop', 'light'],
  ['es', 'phone', 'dark'],
] as const)
  test(`an operator records a platform, reads what is wrong at its field, and closes it: ${size}, ${language}`, async () => {
    const fleet = await startFleetbase()
    after(() => fleet.stop())
    const { page, t } = await enterConsole(language, size, theme)
    const name = `Harbor Vans ${size}`
    const button = (key: Key) => page.getByRole('button', { name: t(key), exact: true })
    const ofRecord = (key: Key) => page.getByRole('button', { name: new RegExp(`^${t(key)}.*${name}$`) })
    const type = (key: Key, text: string) => page.getByLabel(t(key), { exact: true }).fill(text)
    const refuses = async (...codes: InstanceCode[]) => {
      await button('instances.save').click()
      for (const code of codes)
        await page
          .getByText(t(`error.instances.${code}`))
          .first()
          .waitFor()
    }
    // What a test found may continue after it.
    const read = (key: Key) =>
      page
        .getByText(t(key, { software: 'Fleetbase' }))
        .first()
        .waitFor()

    await button('instances.add').click()
    await page.getByRole('dialog').getByText('Fleetbase', { exact: true }).click()
    await type('instances.authorised_on', '2099-01-01')
    await type('instances.rate', '0')
    await refuses('missing', 'date_future', 'rate_range')
    assert.deepEqual([await findBarriers(page), await findOverflow(page)], [[], []])

    await type('instances.name', name)
    await type('instances.authorised_by', 'Rosa Prieto')
    await type('instances.authorised_on', '2026-10-01')
    await type('instances.rate', '120')
    await type('instances.key', 'flb live')
    await type('instances.base_url', 'http://riders.example')
    await refuses('url_insecure', 'key_invalid')
    await type('instances.key', `flb_live_mistyped_${size}`)
    await type('instances.base_url', 'https://10.0.0.5')
    await refuses('url_private')
    await page.getByText(t('instances.private'), { exact: true }).click()
    await type('instances.base_url', 'https://169.254.169.254')
    await refuses('url_forbidden')
    await type('instances.base_url', fleet.url)
    await button('instances.test').click()
    await read('instances.key_refused')
    await refuses('missing')
    await type('instances.option.currency', 'USD')
    await type('instances.option.timeZone', 'America/New_York')
    await button('instances.save').click()
    await page.getByText(t('instances.saved', { name })).waitFor()

    await ofRecord('instances.confirm').click()
    await page.getByText(t('instances.confirm_text')).waitFor()
    assert.deepEqual([await findBarriers(page), await findOverflow(page)], [[], []])
    await button('instances.confirm_read').click()
    await page.getByText(t('error.instances.file_absent')).waitFor()
    await button('accounting.not_now').click()

    await ofRecord('instances.test').click()
    await read('instances.key_refused')
    await ofRecord('instances.edit').click()
    await type('instances.key', fleet.key)
    await type('instances.option.currency', '')
    await button('instances.test').click()
    await read('instances.answers')
    const proposed = page.getByLabel(t('instances.option.currency'), { exact: true })
    assert.equal(await proposed.inputValue(), 'USD')
    await button('instances.save').click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await ofRecord('instances.test').click()
    await read('instances.answers')

    await button('instances.add').click()
    await page.getByRole('dialog').getByText('Fleetbase', { exact: true }).click()
    await type('instances.name', name.toUpperCase())
    await type('instances.base_url', `${fleet.url}/`)
    await type('instances.key', fleet.key)
    await type('instances.option.currency', 'USD')
    await type('instances.option.timeZone', 'America/New_York')
    await type('instances.authorised_by', 'Rosa Prieto')
    await page.getByText(t('instances.private'), { exact: true }).click()
    await refuses('name_taken', 'recorded')
    assert.equal(
      await page.getByLabel(t('instances.base_url'), { exact: true }).inputValue(),
      `${fleet.url}/`,
    )
    assert.deepEqual([await findBarriers(page), await findOverflow(page)], [[], []])
    await button('accounting.not_now').click()

    await ofRecord('instances.disable').click()
    await type('admin.reason', 'The permission ended')
    await button('instances.disable').click()
    await ofRecord('instances.enable').waitFor()
    assert.deepEqual([await findBarriers(page), await findOverflow(page)], [[], []])
  })

async function enterConsole(language: Language, size: 'desktop' | 'phone', theme: 'light' | 'dark') {
  const context = await openVisit({ browser, size, language, theme })
  const page = await context.newPage()
  const t = wordsOf(language)
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, OPERATOR, language)
  await page.waitForURL(/#\/(home|admin)/)
  await page.goto(`${product.url}/#/admin?tab=platforms`)
  await page.getByRole('button', { name: t('instances.add'), exact: true }).waitFor()
  return { page, t }
}
