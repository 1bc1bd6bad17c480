/** The value of a cookie in a `document.cookie` text, decoded; null if missing. */
export function readCookie(name: string, cookies: string): string | null {
  for (const pair of cookies.split('; ')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at) === name) return decodeURIComponent(pair.slice(at + 1))
  }
  return null
}

/** The anti-forgery token: over https its cookie has a name that no other host can set. */
export function readXsrfToken(cookies: string): string | null {
  return readCookie('__Host-XSRF-TOKEN', cookies) ?? readCookie('XSRF-TOKEN', cookies)
}
