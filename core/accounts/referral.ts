/** A referral code as it is stored: capital letters and digits, '' for none. Null if it is invalid. */
export function readReferralCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  return /^[A-Z0-9]{0,20}$/.test(code) ? code : null
}
