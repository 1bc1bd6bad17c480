import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOlder } from '@madruga/core/version.ts'
import { renewApp } from './renew.ts'
import type { Browser } from './renew.ts'

/** A browser that records its calls. */
function makeBrowser(
  kept: string[],
  worker?: { next?: 'installing' | 'waiting'; fails?: boolean },
): { browser: Browser; done: string[] } {
  const done: string[] = []
  const next = { postMessage: (message: unknown) => void done.push(`tell ${String(message)}`) }
  return {
    done,
    browser: {
      caches: {
        keys: async () => kept,
        delete: async (name) => {
          done.push(`delete ${name}`)
          return true
        },
      },
      registrations: async () =>
        worker === undefined
          ? []
          : [
              {
                update: async () => {
                  if (worker.fails) throw new Error('no network')
                  done.push('update')
                },
                installing: worker.next === 'installing' ? next : null,
                waiting: worker.next === 'waiting' ? next : null,
              },
            ],
      takenOver: async () => void done.push('taken over'),
      reload: () => void done.push('reload'),
    },
  }
}

test('without a worker every cache goes, then the page is loaded again', async () => {
  const { browser, done } = makeBrowser(['parts', 'workbox-precache-v2'])
  await renewApp(browser)
  assert.deepEqual(done, ['delete parts', 'delete workbox-precache-v2', 'reload'])
})

test('a newer worker takes over first; what it opens the app with without a network stays', async () => {
  for (const next of ['installing', 'waiting'] as const) {
    const { browser, done } = makeBrowser(['parts', 'workbox-precache-v2'], { next })
    await renewApp(browser)
    assert.deepEqual(done, ['update', 'tell take over', 'taken over', 'delete parts', 'reload'])
  }
})

test('without a newer worker there is no waiting', async () => {
  const { browser, done } = makeBrowser([], {})
  await renewApp(browser)
  assert.deepEqual(done, ['update', 'reload'])
})

test('the page is loaded again whatever fails before', async () => {
  const { browser, done } = makeBrowser(['parts'], { fails: true })
  await renewApp(browser)
  assert.deepEqual(done, ['reload'])
})

test('an app is old when its version comes before the oldest one served', () => {
  assert.equal(isOlder('0.1.0', '0.2.0'), true)
  assert.equal(isOlder('0.10.0', '0.9.9'), false)
  assert.equal(isOlder('1.2.3', '1.2.3'), false)
})
