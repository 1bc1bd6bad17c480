/** An address that its owner recognizes and others cannot read: `a…@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(1, at))}…${email.slice(at)}`
}

/** The last four digits of a phone: `…0199`. */
export function maskPhone(phone: string): string {
  return `…${phone.slice(-4)}`
}
