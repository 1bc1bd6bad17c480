/** Whether this browser has passkeys at this address: WebAuthn knows hosts by name alone, no IP address. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)
}
