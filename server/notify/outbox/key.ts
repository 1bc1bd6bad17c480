import { createHmac } from 'node:crypto'
import { deriveSecret } from '../../kit/seal.ts'
import type { KeyRing } from '../../kit/seal.ts'

/**
 * 32 hexadecimal digits for one message: the same at every try and in every process, and nothing that could be guessed from its event's name.
 */
export function keyOf(keyRing: KeyRing, event: string, id: number): string {
  const secret = deriveSecret(keyRing, 'message keys')
  return createHmac('sha256', secret).update(`${id} ${event}`).digest('hex').slice(0, 32)
}
