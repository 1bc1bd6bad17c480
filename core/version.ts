/** Whether version `a` comes before `b`, both like `1.12.3`. */
export function isOlder(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { numeric: true }) < 0
}
