import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Accounts } from '../people/accounts.ts'
import { accountsHandlers } from '../people/accounts/handlers.ts'
import type { Call } from './call.ts'
import { createGuard } from './guard.ts'

test('a call reads its session once, whether the guard or the operation needs it first', async () => {
  let reads = 0
  const accounts = {
    readSession: async () => {
      reads++
      return { id: null, cookies: ['renewed'] }
    },
  } as unknown as Accounts
  const guard = createGuard({
    accounts,
    driverLimit: { take: async () => null, giveBack: async () => {}, clear: async () => {} },
    demoDoor: null,
    operators: { requireFactor: async () => {} },
    isExempt: () => false,
  })
  const operations = accountsHandlers({
    accounts,
    demo: false,
    offer: { variants: [], billing: false, texts: false },
    demoDoor: null,
    isDemoPerson: () => false,
    operators: { guardPasskeys: async () => async () => {} },
    readServiceState: async () => ({ minimumAppVersion: '0.0.0' }),
  })
  for (const url of ['/api/accounts/session', '/api/accounts/session?as=ana']) {
    reads = 0
    const caller = { cookie: undefined, address: '127.0.0.1', userAgent: undefined }
    const call = { request: { url }, caller, cookies: [] as string[] } as unknown as Call
    const who = await guard({ access: 'anyone', whileSuspended: true, stepUp: false }, call)
    await operations.accounts.session(who, undefined)
    assert.deepEqual([reads, call.cookies], [1, ['renewed']], url)
  }
})
