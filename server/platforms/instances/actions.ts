import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ActionName } from '@madruga/core/audit.ts'
import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import {
  describeKind,
  isAnsweredByTest,
  isMoved,
  readBudget,
  validateInstance,
} from '@madruga/core/instances.ts'
import type { InstanceFinding, InstanceInput } from '@madruga/core/instances.ts'
import type { Tables } from '../../db.ts'
import type { Clock } from '../../kit/clock.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import type { Notify } from '../../notify.ts'
import { requireSignIns } from '../accounts/store.ts'
import { createConfirmations } from './confirmations.ts'
import type { ConfirmationDeps, Confirmations } from './confirmations.ts'
import { isDemoInstance } from './demo.ts'
import {
  insertInstance,
  listInstances,
  lockInstance,
  lockInstances,
  nameOfInstance,
  openKey,
  sealKey,
  setInstanceActive,
  updateInstance,
} from './store.ts'
import { announcePrice, withPrices } from './price.ts'
import type { InstanceRow } from './store.ts'
import type { Platforms } from '../registry.ts'

type Db = Kysely<Tables>
type Actor = { id: string | null; name: string }
export type InstanceView = Outputs['instances']['add']
type Entered = Inputs['instances']['add']

export type InstancesDeps = {
  db: Db
  keyRing: KeyRing
  clock: Clock
  /** Reads the instances after a change; by default from the database alone. */
  refresh?: Platforms['refresh']
  /** Announces in the transaction that bots at this platform judge by other rules of the house. */
  announceHouseRules(tx: Db, platform: string): Promise<void>
  /** Without it, records that are not stored cannot be tried out. */
  probeDraft?: Platforms['probeDraft']
  /** Without it, no code is sent to an administrator, and no member is notified of a price. */
  notify?: NonNullable<ConfirmationDeps['notify']> & Pick<Notify, 'announce'>
  /** Writes the audit log in the transaction of the action. */
  recordAction(
    tx: Db,
    actor: Actor,
    at: number,
    action: { action: ActionName; details: Record<string, unknown> },
  ): Promise<unknown>
}

/** What operators do with instances; each change is written to the audit log, without the key. */
export type Instances = Pick<Confirmations, 'checkAgain'> & {
  list(): Promise<InstanceView[]>
  /** Refuses with `instances.invalid` and its fields. */
  add(actor: Actor, input: Entered): Promise<InstanceView>
  /**
   * Refuses like `add`, and with `instances.not_found`. Another server needs the key again, and every driver
   * has to sign in again: what they typed was for the server before.
   */
  edit(actor: Actor, input: Entered & { id: string }): Promise<InstanceView>
  setActive(actor: Actor, input: Inputs['instances']['setActive']): Promise<InstanceView>
  /**
   * Reads the file of the instance's own host, sends a code to its administrator, or confirms by it; each
   * refuses as in `Confirmations`.
   */
  readFile(actor: Actor, input: Inputs['instances']['readFile']): Promise<InstanceView>
  sendCode(actor: Actor, input: Inputs['instances']['sendCode']): Promise<InstanceView>
  confirm(actor: Actor, input: Inputs['instances']['confirm']): Promise<InstanceView>
  /**
   * Whether an instance answers by a record that is not stored, and stays so; `id` of one that it would
   * replace. Refuses like `add` and `edit`, since nothing is requested without who authorised it.
   */
  tryOut(input: Inputs['instances']['tryOut']): Promise<Outputs['instances']['test']>
}

/** Creates them. */
export function createInstances(deps: InstancesDeps): Instances {
  const { db, keyRing, clock, refresh = () => listInstances(db) } = deps
  const confirmations = createConfirmations(deps)

  const change = async (
    actor: Actor,
    id: string,
    action: ActionName,
    make: (tx: Db, before: InstanceRow | null) => Promise<Record<string, unknown>>,
  ): Promise<InstanceView> => {
    await db.transaction().execute(async (tx) => {
      const before = await lockInstance(tx, id)
      const details = await make(tx, before)
      await deps.recordAction(tx, actor, clock.now(), { action, details: { id, ...details } })
    })
    // Other processes see it within seconds, this one at once.
    return await readView(id)
  }
  const view = async (row: InstanceRow): Promise<InstanceView> => ({
    ...viewOf(row, clock.now()),
    confirmation: await confirmations.viewOf(row),
  })
  const readView = async (id: string): Promise<InstanceView> => {
    const row = (await refresh()).find((each) => each.id === id)
    if (!row) throw new AppError('instances.not_found')
    return await view(row)
  }

  return {
    list: async () => await Promise.all((await listInstances(db)).map(view)),

    add(actor, entered) {
      const id = makeId()
      return change(actor, id, 'instances.add', async (tx) => {
        const input = readInput(entered, clock.now())
        await requireNew(tx, keyRing, id, input)
        await insertInstance(tx, keyRing, id, withPrices(input, [], clock.now()))
        return { after: auditedOf(input) }
      })
    },

    edit: (actor, { id, ...entered }) =>
      change(actor, id, 'instances.edit', async (tx, before) => {
        if (before === null) throw new AppError('instances.not_found')
        const input = readInput({ ...entered, kind: before.kind }, clock.now(), before)
        await requireNew(tx, keyRing, id, input, before)
        const stored = withPrices(input, before.memberPrices, clock.now())
        await updateInstance(tx, keyRing, id, stored)
        await announcePrice(deps.notify, tx, before, stored.memberPrices, clock.now())
        if (isMoved(before, input)) await requireSignIns(tx, nameOfInstance(before))
        await deps.announceHouseRules(tx, nameOfInstance(before))
        return { before: auditedOf({ ...before, key: null }), after: auditedOf(input) }
      }),

    setActive: (actor, { id, active, reason }) =>
      change(actor, id, 'instances.set_active', async (tx, before) => {
        if (before === null) throw new AppError('instances.not_found')
        await setInstanceActive(tx, id, active)
        return { name: before.name, before: before.active, after: active, reason }
      }),

    ...confirming(confirmations, readView),
    checkAgain: confirmations.checkAgain,

    tryOut: (input) => tryOut(deps, input),
  }
}

async function tryOut(
  { db, keyRing, clock, probeDraft }: InstancesDeps,
  { id, ...entered }: Inputs['instances']['tryOut'],
): Promise<Outputs['instances']['test']> {
  if (probeDraft === undefined) throw new Error('this process has no platforms')
  const before = id === null ? null : ((await listInstances(db)).find((row) => row.id === id) ?? null)
  if (id !== null && before === null) throw new AppError('instances.not_found')
  const kind = before?.kind ?? entered.kind
  const read = readInput({ ...entered, kind }, clock.now(), before, isAnsweredByTest)
  const { key, memberPrice: _, ...input } = read
  const draft = { ...(before ?? NEW_ROW), ...input, houseRules: null, id: before?.id ?? makeId() }
  return await probeDraft(key === null ? draft : { ...draft, sealedKey: sealKey(keyRing, draft.id, key) })
}

/** What has an instance confirm itself, with its view afterwards. */
function confirming(
  confirmations: Confirmations,
  readView: (id: string) => Promise<InstanceView>,
): Pick<Instances, 'readFile' | 'sendCode' | 'confirm'> {
  return {
    async readFile(actor, { id }) {
      await confirmations.readFile(actor, id)
      return await readView(id)
    },
    async sendCode(actor, input) {
      await confirmations.sendCode(actor, input)
      return await readView(input.id)
    },
    async confirm(actor, { id, code }) {
      await confirmations.confirm(actor, id, code)
      return await readView(id)
    },
  }
}

const NEW_ROW = {
  memberPrices: [],
  sealedKey: null,
  active: true,
  houseRules: null,
  createdAt: 0,
  confirmation: null,
  confirmationCode: null,
  budget: null,
  connected: 0,
  searching: 0,
}

/** The record as it is stored. An empty key is none that was entered. */
function readInput(
  entered: Entered,
  now: number,
  before: InstanceRow | null = null,
  mayLack: (finding: InstanceFinding) => boolean = () => false,
): InstanceInput {
  const options = Object.fromEntries(Object.entries(entered.options).filter(([, text]) => text))
  const input = { ...entered, key: entered.key === '' ? null : entered.key, options }
  const today = new Date(now).toISOString().slice(0, 10)
  const stored = before && { ...before, hasKey: before.sealedKey !== null }
  const fields = validateInstance(input, today, stored).filter((finding) => !mayLack(finding))
  if (fields.length > 0) throw new AppError('instances.invalid', { fields })
  return input
}

/**
 * Refuses a record that another one repeats. Drivers choose by name. One server may host several companies,
 * each with its own key.
 */
async function requireNew(
  tx: Db,
  ring: KeyRing,
  id: string,
  input: InstanceInput,
  before: InstanceRow | null = null,
): Promise<void> {
  await lockInstances(tx)
  const others = (await listInstances(tx)).filter((row) => row.id !== id && row.kind === input.kind)
  const key = input.key ?? (before && openKey(ring, before))
  const isSame = (row: InstanceRow): boolean =>
    addressOf(row.baseUrl) === addressOf(input.baseUrl) && openKey(ring, row) === key
  const fields: InstanceFinding[] = []
  if (others.some(({ name }) => name.toLowerCase() === input.name.toLowerCase()))
    fields.push({ path: 'name', code: 'instances.name_taken' })
  if (others.some(isSame)) fields.push({ path: 'baseUrl', code: 'instances.recorded' })
  if (fields.length > 0) throw new AppError('instances.invalid', { fields })
}

/** An address however it was typed. */
function addressOf(baseUrl: string): string {
  return new URL(baseUrl).href.replace(/\/+$/, '')
}

/** What the audit log tells of a record: everything but its key, of which it tells whether it is new. */
function auditedOf({ key, ...input }: InstanceInput) {
  const { kind, name, baseUrl, options, authorisedBy, authorisedOn, maxRequestsPerMinute, allowPrivate } =
    input
  return {
    kind,
    name,
    baseUrl,
    options,
    authorisedBy,
    authorisedOn,
    maxRequestsPerMinute,
    allowPrivate,
    ...(input.houseRules !== undefined && { houseRules: input.houseRules }),
    ...(input.memberPrice !== undefined && { memberPrice: input.memberPrice }),
    newKey: key !== null,
  }
}

function viewOf(row: InstanceRow, now: number): Omit<InstanceView, 'confirmation'> {
  const { sealedKey, budget, searching, confirmation: _, confirmationCode: __, ...told } = row
  const { isDraft } = describeKind(row.kind)
  return {
    ...told,
    hasKey: sealedKey !== null,
    isDraft,
    isStandIn: isDemoInstance(row.id),
    // A budget counts who asks: a test of the connection does, and a search that has just ended.
    used: { ...readBudget(budget, now), searching },
  }
}

const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Short, since it stands at every account, place and block of the instance. */
function makeId(): string {
  return Array.from({ length: 10 }, () => SIGNS[randomInt(SIGNS.length)]).join('')
}
