import type { InstanceInput } from '@madruga/core/instances.ts'
import { setMemberPrice } from '@madruga/core/invoices.ts'
import type { MemberPriceFrom } from '@madruga/core/invoices.ts'
import type { Notify } from '../../notify.ts'
import { listMembers, nameOfInstance } from './store.ts'
import type { Db, InstanceRow, StoredInput } from './store.ts'

/** A record with the prices that it comes to: those that were, and the one that was entered. */
export function withPrices(
  { memberPrice, ...input }: InstanceInput,
  before: MemberPriceFrom[],
  now: number,
): StoredInput & { memberPrices: MemberPriceFrom[] } {
  return {
    ...input,
    memberPrices: memberPrice === undefined ? before : setMemberPrice(before, memberPrice, now),
  }
}

/** Notifies each member of a price that was changed, before it counts. */
export async function announcePrice(
  notify: Pick<Notify, 'announce'> | undefined,
  tx: Db,
  instance: InstanceRow,
  prices: readonly MemberPriceFrom[],
  now: number,
): Promise<void> {
  const [before, after] = [instance.memberPrices, prices].map((each) => JSON.stringify(each.at(-1) ?? null))
  const last = prices.at(-1) ?? instance.memberPrices.at(-1)
  if (before === after || last === undefined) return
  const { from, cents, currency } = prices.length > 0 ? last : { ...last, cents: 0 }
  const params = { house: instance.name, cents, currency, from }
  const event = `member_price ${instance.id} ${now}`
  for (const driverId of await listMembers(tx, nameOfInstance(instance)))
    await notify?.announce(tx, { driverId, kind: 'member_price', params, event })
}
