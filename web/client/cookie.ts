/** The value of a cookie in a `document.cookie` text, decoded; null when it is not there. */
export function readCookie(name: string, cookies: string): string | null {
  for (const pair of cookies.split('; ')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at) === name) return decodeURIComponent(pair.slice(at + 1))
  }
  return null
}
