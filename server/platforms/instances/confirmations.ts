import { createHmac, randomInt } from 'node:crypto'
import { isCode, readTypedCode } from '@madruga/core/accounts.ts'
import type { ActionName } from '@madruga/core/audit.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import {
  CONFIRMATION_FILE,
  decideFile,
  domainsOf,
  dueOf,
  INSTANCE_CODE_MS,
  isAdministrator,
  isCodeOpen,
  isConfirmed,
  openCode,
  readConfirmationFile,
} from '@madruga/core/instances.ts'
import type { Confirmation, FileReading } from '@madruga/core/instances.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { Clock } from '../../kit/clock.ts'
import { isSameText } from '../../kit/encryption.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import type { Notify } from '../../notify.ts'
import { readDigestKey } from '../../people/service-keys.ts'
import { openInstanceHttp } from './fetch.ts'
import { debit, listInstances, lockInstance, storeConfirmation } from './store.ts'
import type { Db, InstanceRow } from './store.ts'

type Actor = { id: string | null; name: string }

export type ConfirmationDeps = {
  db: Db
  clock: Clock
  keyRing: KeyRing
  /** Without it, no code is sent. */
  notify?: Pick<Notify, 'sendMessage'>
  /** Writes the audit log in the transaction of the action. */
  recordAction(
    tx: Db,
    actor: Actor,
    at: number,
    action: { action: ActionName; details: Record<string, unknown> },
  ): Promise<unknown>
}

/** An instance says itself that it authorised this service. */
export type Confirmations = {
  /** What operators see of it, and what to do. */
  viewOf(row: InstanceRow): Promise<Outputs['instances']['add']['confirmation']>
  /**
   * Reads the file of the instance's own host now. Refuses with `instances.file_absent` and
   * `instances.file_unread`.
   */
  readFile(actor: Actor, id: string): Promise<void>
  /**
   * Sends a code to an administrator of the instance's domain. Refuses with `instances.not_administrator` and
   * `instances.code_limit`.
   */
  sendCode(actor: Actor, to: { id: string; email: string; language: Language }): Promise<void>
  /**
   * Confirms by the code. Refuses with `instances.code_wrong` (params `triesLeft`), which costs a try, and
   * `instances.code_over`.
   */
  confirm(actor: Actor, id: string, code: string): Promise<void>
  /** Asks confirmed instances again; one that no longer says so is withdrawn. For the job table. */
  checkAgain(): Promise<void>
}

/** A file of one line. */
const MOST_BYTES = 1_024
const TIMEOUT_MS = 10 * SECOND_MS
const SERVICE: Actor = { id: null, name: 'service' }

/** Creates them. */
export function createConfirmations(deps: ConfirmationDeps): Confirmations {
  const desk = openDesk(deps)
  return {
    viewOf: (row) => viewConfirmation(desk, row),
    async readFile(actor, id) {
      const reading = await readFile(desk, actor, id)
      if (reading !== 'present')
        throw new AppError(`instances.file_${reading === 'absent' ? 'absent' : 'unread'}`)
    },
    sendCode: (actor, to) => sendCode(desk, actor, to),
    confirm: (actor, id, code) => confirmByCode(desk, actor, id, code),
    checkAgain: () => checkAgain(desk),
  }
}

/** What every operation works with. */
type Desk = ConfirmationDeps & {
  /** A keyed digest of these words. */
  digest(...words: string[]): Promise<string>
  /** The line that an instance's file must hold. */
  tokenOf(row: InstanceRow): Promise<string>
  /**
   * Changes a locked instance, with its line in the audit log; null = nothing. What is refused is thrown
   * after the commit.
   */
  change(
    actor: Actor,
    id: string,
    decide: (tx: Db, row: InstanceRow) => Promise<AuditedChange | null>,
  ): Promise<void>
}

function openDesk(deps: ConfirmationDeps): Desk {
  const { db, clock, keyRing } = deps
  let key: Promise<string> | null = null
  // By the key of digests: a file holds as long as the service does.
  const digest = async (...parts: string[]): Promise<string> =>
    createHmac('sha256', await (key ??= readDigestKey(db, keyRing)))
      .update(JSON.stringify(parts))
      .digest('base64url')
  const tokenOf = async ({ id, baseUrl }: InstanceRow): Promise<string> =>
    `madruga-confirmation=${await digest('instance', id, originOf(baseUrl))}`

  async function change(
    actor: Actor,
    id: string,
    decide: (tx: Db, row: InstanceRow) => Promise<AuditedChange | null>,
  ) {
    const refusal = await db.transaction().execute(async (tx) => {
      const row = await lockInstance(tx, id)
      if (row === null) throw new AppError('instances.not_found')
      const decision = await decide(tx, row)
      if (decision === null) return null
      const { action, details, refusal: refused = null, ...stored } = decision
      await storeConfirmation(tx, id, stored)
      if (action)
        await deps.recordAction(tx, actor, clock.now(), {
          action,
          details: { id, name: row.name, ...details },
        })
      return refused
    })
    if (refusal !== null) throw refusal
  }
  return { ...deps, digest, tokenOf, change }
}

async function viewConfirmation(
  { clock, tokenOf }: Desk,
  row: InstanceRow,
): ReturnType<Confirmations['viewOf']> {
  const { confirmation, confirmationCode: code, baseUrl } = row
  const isOpen = isCodeOpen(code, baseUrl, clock.now())
  const isOfServer = confirmation?.origin === originOf(baseUrl)
  return {
    state: isConfirmed(confirmation, baseUrl) ? 'confirmed' : isOfServer ? 'withdrawn' : 'none',
    by: confirmation?.by ?? null,
    at: confirmation === null ? null : (confirmation.withdrawnAt ?? confirmation.at),
    file: { url: `${originOf(baseUrl)}${CONFIRMATION_FILE}`, content: await tokenOf(row) },
    domains: domainsOf(baseUrl),
    codeSentTo: isOpen ? code.email : null,
  }
}

/** Reads the file and stores what it says. */
async function readFile(
  { db, clock, tokenOf, change }: Desk,
  actor: Actor,
  id: string,
): Promise<FileReading> {
  const before = (await listInstances(db)).find((row) => row.id === id)
  if (before === undefined) throw new AppError('instances.not_found')
  const reading = before.active ? await requestFile(db, before, await tokenOf(before)) : 'unknown'
  await change(actor, id, async (_tx, row) => {
    // Moved in between: what was read is of another server.
    if (row.baseUrl !== before.baseUrl) return null
    const confirmation = decideFile(row.confirmation, reading, originOf(row.baseUrl), clock.now())
    if (confirmation === row.confirmation) return null
    const was = isConfirmed(row.confirmation, row.baseUrl)
    const action =
      confirmation?.withdrawnAt !== null ? 'instances.withdraw' : was ? null : 'instances.confirm'
    return { confirmation, action, details: { by: 'file' } }
  })
  return reading
}

async function sendCode(
  { clock, notify, digest, change }: Desk,
  actor: Actor,
  { id, email, language }: Parameters<Confirmations['sendCode']>[1],
): Promise<void> {
  if (notify === undefined) throw new Error('this process sends no codes')
  const recipient = email.trim().toLowerCase()
  await change(actor, id, async (tx, row) => {
    if (!isAdministrator(recipient, row.baseUrl)) throw new AppError('instances.not_administrator')
    const now = clock.now()
    const typed = String(randomInt(1_000_000)).padStart(6, '0')
    const origin = originOf(row.baseUrl)
    const made = { origin, email: recipient, digest: await digest('instance code', id, origin, typed) }
    const code = openCode(row.confirmationCode, made, now)
    if (code === null) throw new AppError('instances.code_limit')
    await notify.sendMessage(tx, {
      driverId: null,
      channel: 'email',
      recipient,
      language,
      timeZone: 'UTC',
      template: 'instance_code',
      params: { code: typed, name: row.name, host: new URL(origin).host, hours: INSTANCE_CODE_MS / HOUR_MS },
      event: `instance code:${id}:${now}`,
      expiresAt: code.expiresAt,
    })
    return { code, action: 'instances.send_code', details: { email: recipient } }
  })
}

async function confirmByCode(
  { clock, digest, change }: Desk,
  actor: Actor,
  id: string,
  text: string,
): Promise<void> {
  const typed = readTypedCode(text)
  await change(actor, id, async (_tx, row) => {
    const { confirmationCode: code, baseUrl } = row
    const now = clock.now()
    if (!isCodeOpen(code, baseUrl, now)) throw new AppError('instances.code_over')
    if (!isCode(typed)) throw new AppError('instances.code_wrong', { triesLeft: code.triesLeft })
    if (!isSameText(code.digest, await digest('instance code', id, code.origin, typed))) {
      const triesLeft = code.triesLeft - 1
      const refusal = new AppError('instances.code_wrong', { triesLeft })
      return { code: { ...code, triesLeft }, action: null, details: {}, refusal }
    }
    const { origin } = code
    const confirmation: Confirmation = { origin, by: 'mail', at: now, checkedAt: now, withdrawnAt: null }
    const details = { by: 'mail', email: code.email }
    return { confirmation, code: { ...code, digest: null }, action: 'instances.confirm', details }
  })
}

async function checkAgain(desk: Desk): Promise<void> {
  const { db, clock, change } = desk
  for (const { id, active, confirmation, baseUrl } of await listInstances(db)) {
    if (!active || confirmation === null || !isConfirmed(confirmation, baseUrl)) continue
    const due = dueOf(confirmation, clock.now())
    if (due === 'file') await readFile(desk, SERVICE, id)
    if (due === 'end')
      await change(SERVICE, id, async (_tx, row) => {
        const withdrawn = { ...row.confirmation!, withdrawnAt: clock.now() }
        return { confirmation: withdrawn, action: 'instances.withdraw', details: { by: 'mail' } }
      })
  }
}

type AuditedChange = Parameters<typeof storeConfirmation>[2] & {
  action: ActionName | null
  details: Record<string, unknown>
  /** Thrown once the change is stored. */
  refusal?: AppError
}

const originOf = (baseUrl: string): string => new URL(baseUrl).origin

/** Asks the host itself, within the budget of its record; it follows no redirect. */
async function requestFile(db: Db, row: InstanceRow, token: string): Promise<FileReading> {
  const http = openInstanceHttp({
    baseUrl: originOf(row.baseUrl),
    allowPrivate: row.allowPrivate,
    mostBytes: MOST_BYTES,
    async take() {
      const request = { process: 'confirmation', drivers: 0, accepts: 0, others: 1, refused: 0 }
      const grant = await debit(db, row.id, request)
      return grant !== null && grant.granted > 0 ? null : (grant?.retryAfterMs ?? MINUTE_MS)
    },
  })
  try {
    const reply = await http.fetch({
      method: 'GET',
      path: CONFIRMATION_FILE,
      headers: { accept: 'text/plain' },
      timeoutMs: TIMEOUT_MS,
      priority: 'read',
    })
    return reply.kind === 'answer' ? readConfirmationFile(reply, token) : 'unknown'
  } finally {
    await http.close()
  }
}
