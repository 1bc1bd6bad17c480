import { createHmac } from 'node:crypto'
import { deriveSecret, rootAt } from '../../kit/encryption.ts'
import type { KeyRing } from '../../kit/encryption.ts'

/**
 * 32 hexadecimal digits for one message: the same for every attempt and in every process, and not guessable
 * from its event's name.
 */
export function keyOf(keyRing: KeyRing, message: { id: number; event: string; createdAt: number }): string {
  // By the root of the message's day: a rotation between two attempts does not create a second message.
  const secret = deriveSecret(keyRing, 'message keys', rootAt(keyRing, message.createdAt))
  return createHmac('sha256', secret).update(`${message.id} ${message.event}`).digest('hex').slice(0, 32)
}
