import { createHmac } from 'node:crypto'
import { deriveSecret, rootAt } from '../../kit/encryption.ts'
import type { KeyRing } from '../../kit/encryption.ts'

/**
 * 32 hexadecimal digits for one message: the same at every try and in every process, and nothing that could
 * be guessed from its event's name.
 */
export function keyOf(keyRing: KeyRing, message: { id: number; event: string; createdAt: number }): string {
  // By the root of the message's own day: a rotation between two tries makes no second message of it.
  const secret = deriveSecret(keyRing, 'message keys', rootAt(keyRing, message.createdAt))
  return createHmac('sha256', secret).update(`${message.id} ${message.event}`).digest('hex').slice(0, 32)
}
