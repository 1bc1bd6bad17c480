/** A code as typed or pasted, without what people and keyboards put between its digits. */
export function readTypedCode(typed: string): string {
  return typed.replaceAll(/[\s.-]/g, '')
}

/** Whether a text is a code's six digits. */
export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text)
}
