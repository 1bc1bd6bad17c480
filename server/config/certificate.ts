import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { rootCertificates } from 'node:tls'

// Chains of public authorities have three links; more than this is a circle.
const MOST_LINKS = 8

/**
 * Why browsers would not trust a PEM certificate with its chain for `host` (null: whatever it is for): a
 * text, or null when they would. Public authorities are those of Mozilla's list, which Node carries. Its
 * dates are not looked at: a renewal that is late must not keep bots from starting.
 */
export function findDistrust(
  pem: string,
  host: string | null,
  roots: readonly string[] = rootCertificates,
): string | null {
  const [leaf, ...chain] = readChain(pem)
  if (leaf === undefined) return 'holds no certificate'
  if (host !== null && !isFor(leaf, host)) return `is not for ${host}`
  const trusted = readChain(roots.join('\n'))
  let last = leaf
  for (let link = 0; link < MOST_LINKS; link++) {
    if (trusted.some((root) => issued(root, last))) return null
    const issuer = chain.find((each) => each !== last && issued(each, last))
    if (issuer === undefined) break
    last = issuer
  }
  return leaf.checkIssued(leaf)
    ? 'is signed by itself'
    : 'leads to no public authority (are the certificates of its chain in the file?)'
}

function readChain(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  return blocks.map((block) => new X509Certificate(block))
}

function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function isFor(leaf: X509Certificate, host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  return (isIP(name) ? leaf.checkIP(name) : leaf.checkHost(name)) !== undefined
}
