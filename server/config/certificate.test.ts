import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rootCertificates } from 'node:tls'
import { TEST_CERTIFICATE } from '../platforms/testing/certificate.ts'
import { findDistrust } from './certificate.ts'

test('a certificate is trusted by the chain in its own file, up to an authority that browsers know', () => {
  const file = LEAF + ISSUER
  assert.equal(findDistrust(file, 'madruga.example', [ROOT]), null)
  assert.equal(findDistrust(file + ROOT, null, [...rootCertificates, ROOT]), null)
  assert.equal(findDistrust(rootCertificates[0] ?? '', null), null, 'an authority of the list itself')
  assert.match(findDistrust(file, 'other.example', [ROOT]) ?? '', /^is not for other\.example$/)
  assert.match(
    findDistrust(LEAF, null, [ROOT]) ?? '',
    /no public authority \(are the certificates of its chain/,
  )
  assert.match(
    findDistrust(file + ROOT, null) ?? '',
    /no public authority/,
    'what the file says of itself is no proof',
  )
  assert.match(findDistrust(TEST_CERTIFICATE, '127.0.0.1') ?? '', /^is signed by itself$/)
  assert.match(findDistrust('', null) ?? '', /^holds no certificate$/)
})

test('a certificate that is no authority vouches for no other', () => {
  assert.notEqual(findDistrust(LEAF + ISSUER, null, [LEAF]), null)
})

const ROOT = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUQTBidL7yOi0zlXHSsCMfS8RC+g0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJVGVzdCByb290MCAXDTI2MTEyMjIxMzg1MVoYDzIxMjYxMDI5
MjEzODUxWjAUMRIwEAYDVQQDDAlUZXN0IHJvb3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARvJgVWT4UA95eF7gDLwa7z2fWBoNOOtbOvVHGsachL2cU7+3GN8Bem
ClRPjJBprBZXWKWqRFtqY8RrQJIE2mPso1MwUTAdBgNVHQ4EFgQUUrhuY+8wszAK
gqlCI/XuvUO64TMwHwYDVR0jBBgwFoAUUrhuY+8wszAKgqlCI/XuvUO64TMwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAkGq1XIYZwd2VGY4PmnRwg
EdAReusCz7y5fxB43a85swIhAKGg11/yrQY4cPe5x9fCSy5Lj7idyuHJP1OJ70ha
k33g
-----END CERTIFICATE-----
`
const ISSUER = `-----BEGIN CERTIFICATE-----
MIIBgTCCASegAwIBAgIUJpYUi5oX+RtGUFCofsr5YZ7XceYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJVGVzdCByb290MCAXDTI2MTEyMjIxMzg1MVoYDzIxMjYxMDI5
MjEzODUxWjAWMRQwEgYDVQQDDAtUZXN0IGlzc3VlcjBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABNWXceqnjLxT7YKr3iL8HtPH2F4mJu4CqAAOW5o2wZmjWebk/+VC
s3NUM0cm89AenJ2A0ClktfBXWGMPNRuzvPSjUzBRMA8GA1UdEwEB/wQFMAMBAf8w
HQYDVR0OBBYEFA99ST+xV9OU7UdJ5/d/BW3qrgHqMB8GA1UdIwQYMBaAFFK4bmPv
MLMwCoKpQiP17r1DuuEzMAoGCCqGSM49BAMCA0gAMEUCIQDCRlEwTJw+vm4ieC3p
BgFJWY32C8fLuzqrnvEdrPW/FwIgaqg6x5A2HS2QtA9lxJdfFkMQmaiV2lgUTRi9
f9BCCks=
-----END CERTIFICATE-----
`
const LEAF = `-----BEGIN CERTIFICATE-----
MIIBnTCCAUOgAwIBAgIUduQAridoUK8EkbiOtdxGsuqUrEUwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLVGVzdCBpc3N1ZXIwIBcNMjYxMTIyMjEzODUxWhgPMjEyNjEw
MjkyMTM4NTFaMBoxGDAWBgNVBAMMD21hZHJ1Z2EuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABCSnDTC0CYy+dYXM9avy8ZJYiac2Uk3Y9dRE1NhEaCdt
B9VeF0KX5Xj8S9stJXcMqnGyYy3dE35SCD0Cv+K8XPWjaTBnMBoGA1UdEQQTMBGC
D21hZHJ1Z2EuZXhhbXBsZTAJBgNVHRMEAjAAMB0GA1UdDgQWBBTCgon7xzzgVfzj
1IDKoeRK/h9A3zAfBgNVHSMEGDAWgBQPfUk/sVfTlO1HSef3fwVt6q4B6jAKBggq
hkjOPQQDAgNIADBFAiBi+hk3WosjqDF/jlo+H0alFC+SCAhYfMlhvX3/73M7yAIh
AI+cjWtAzfEd5olTcexVh0tPhvxJYqlhhXG1atLcBUeA
-----END CERTIFICATE-----
`
