/** The cookies of a `Cookie` header, raw as the browser sent them; the first of two with one name counts. */
export function parseCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const cut = part.indexOf('=')
    if (cut < 1) continue
    const name = part.slice(0, cut).trim()
    if (name && !cookies.has(name)) cookies.set(name, part.slice(cut + 1).trim())
  }
  return cookies
}

/** What a `Set-Cookie` line sets: its name and raw value, an empty value when it deletes the cookie. */
export function readSetCookie(line: string): { name: string; value: string } {
  const [pair = '', ...attributes] = line.split(';')
  const cut = pair.indexOf('=')
  const deletes = attributes.some((each) => /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(each))
  return { name: pair.slice(0, cut).trim(), value: deletes ? '' : pair.slice(cut + 1).trim() }
}

/** A `Set-Cookie` line for the whole site, kept to it (`SameSite=Lax`); the value must need no quoting. */
export function writeSetCookie(
  name: string,
  value: string,
  options: { secure: boolean; httpOnly: boolean; maxAgeS?: number },
): string {
  const parts = [`${name}=${value}`, 'Path=/', 'SameSite=Lax']
  if (options.httpOnly) parts.push('HttpOnly')
  if (options.secure) parts.push('Secure')
  if (options.maxAgeS !== undefined) parts.push(`Max-Age=${options.maxAgeS}`)
  return parts.join('; ')
}
