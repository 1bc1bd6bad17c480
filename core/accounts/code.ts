/** A typed or pasted code without the separators that people and keyboards insert. */
export function readTypedCode(typed: string): string {
  return typed.replaceAll(/[\s.-]/g, '')
}

/** Whether a text is a six-digit code. */
export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text)
}
