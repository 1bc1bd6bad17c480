/** Entry of HTTP mechanics: bodies, cookies, addresses, files. */
export {
  addressGroup,
  addressNetwork,
  clientAddress,
  isLoopbackHost,
  localUrl,
  widerGroups,
} from './http/address.ts'
export { readBytes, readJson } from './http/body.ts'
export type { BodyLimits, BodyRefusal } from './http/body.ts'
export { makeContent, sendContent } from './http/content.ts'
export type { Content } from './http/content.ts'
export { parseCookies, readSetCookie, writeSetCookie } from './http/cookies.ts'
export { listen, openServer } from './http/listen.ts'
export { createFiles } from './http/files.ts'
