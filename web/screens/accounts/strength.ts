import { checkPassword } from '@madruga/core/accounts.ts'

/** A few of the most common passwords; the server knows many more. */
const WELL_KNOWN = new Set(
  'password passw0rd password1 qwertyui qwertyuiop qwerty12 asdfghjk asdfghjkl 1q2w3e4r 1qaz2wsx 12345678 123456789 1234567890 11111111 00000000 87654321 iloveyou teamo teamomucho contrasena contraseña princess princesa superman batman football baseball sunshine whatever letmein welcome bienvenido trustno1 starwars abcdefgh abcd1234 amazon amazonflex spark sparkdriver madruga monkey dragon qwerty'.split(
    ' ',
  ),
)

/** Whether many people use this text as a password. */
export function isWellKnown(text: string): boolean {
  return WELL_KNOWN.has(text)
}

/** How hard a password is to guess: by its length, since kinds of characters prove little; null if empty. */
export type Strength = 'short' | 'common' | 'fair' | 'good' | 'strong'

const GOOD = 12
const STRONG = 16

/** Judged while typing; `email` is what an attacker knows of the person. */
export function judgeStrength(password: string, email: string): Strength | null {
  if (password === '') return null
  const fault = checkPassword(password, { email, firstName: '', lastName: '', phone: null }, isWellKnown)
  if (fault !== null) return fault === 'accounts.password_short' ? 'short' : 'common'
  const { length } = [...password]
  return length >= STRONG ? 'strong' : length >= GOOD ? 'good' : 'fair'
}
