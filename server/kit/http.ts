/** The door of HTTP's plain mechanics: bodies, cookies, addresses, files. */
export { addressGroup, clientAddress, isLoopback } from './http/address.ts'
export { readJson } from './http/body.ts'
export type { BodyRefusal } from './http/body.ts'
export { parseCookies, readSetCookie, writeSetCookie } from './http/cookies.ts'
export { createFiles } from './http/files.ts'
export type { FilesOptions } from './http/files.ts'
