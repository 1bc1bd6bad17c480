/** A referral code as it is kept: capital letters and digits, '' for none. Null when it cannot be one. */
export function readReferralCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  return /^[A-Z0-9]{0,20}$/.test(code) ? code : null
}
