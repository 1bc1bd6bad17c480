import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { Problem, api } from '../../client.ts'

type Signature = Inputs['accounts']['signInWithPasskey']
type Made = Omit<Inputs['accounts']['addPasskey'], 'name'>

/** Has the device sign one of our challenges; null if the person closed its question. */
export async function signChallenge(): Promise<Signature | null> {
  const { rpId, challenge } = await api.accounts.startPasskeySignIn({})
  const publicKey = { rpId, challenge: readOctets(challenge), userVerification: 'required' } as const
  const credential = await askDevice(() => navigator.credentials.get({ publicKey }))
  if (credential === null) return null
  const { authenticatorData, signature, clientDataJSON } =
    credential.response as AuthenticatorAssertionResponse
  return {
    id: credential.id,
    clientDataJSON: writeOctets(clientDataJSON),
    authenticatorData: writeOctets(authenticatorData),
    signature: writeOctets(signature),
  }
}

/** Has the device make a key; null if the person closed its question. */
export async function makePasskey({
  rpId,
  challenge,
  user,
  others,
}: Outputs['accounts']['startPasskey']): Promise<Made | null> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    rp: { id: rpId, name: 'Madruga' },
    challenge: readOctets(challenge),
    user: { ...user, id: readOctets(user.id) },
    // What the server verifies: Ed25519, ES256, RS256 (IANA's COSE registry).
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: others.map((id) => ({ type: 'public-key', id: readOctets(id) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  }
  const credential = await askDevice(() => navigator.credentials.create({ publicKey }))
  if (credential === null) return null
  const { attestationObject, clientDataJSON } = credential.response as AuthenticatorAttestationResponse
  return {
    id: credential.id,
    clientDataJSON: writeOctets(clientDataJSON),
    attestationObject: writeOctets(attestationObject),
  }
}

async function askDevice(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await ask()) as PublicKeyCredential | null
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return null
    throw new Problem(name === 'InvalidStateError' ? 'accounts.passkey_exists' : 'accounts.passkey_refused')
  }
}

function readOctets(text: string): Uint8Array<ArrayBuffer> {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!)
}

function writeOctets(octets: ArrayBuffer): string {
  const base64 = btoa(String.fromCodePoint(...new Uint8Array(octets)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
