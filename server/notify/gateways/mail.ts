import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Gateway, GatewayDeps } from './model.ts'
import { isLoopbackAddress } from './model.ts'

const LARGEST_BYTES = 1_048_576

/**
 * A mail server on this machine that stores messages in place of a mailbox; of an attachment it stores the
 * name. Only this machine can reach it. It accepts every recipient but those of the domain `invalid`, which
 * by RFC 2606 has none.
 */
export async function startMailGateway({ keep, fault = () => null }: GatewayDeps): Promise<Gateway> {
  const server = new SMTPServer({
    name: 'localhost',
    banner: 'Madruga keeps what it is given',
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: LARGEST_BYTES,
    closeTimeout: 100,
    onConnect({ remoteAddress }, done) {
      done(isLoopbackAddress(remoteAddress) ? null : refusal(554, 'Only from this machine'))
    },
    onRcptTo({ address }, _session, done) {
      const failure = fault(address)
      if (failure === 'silent') return
      if (failure === 'later') done(refusal(451, 'Try again later'))
      else if (/@(.+\.)?invalid$/i.test(address)) done(refusal(550, 'No such user'))
      else done()
    },
    onData(stream, session, done) {
      read(stream)
        .then((raw) => PostalMime.parse(raw))
        .then(async ({ from, subject, text, attachments }) => {
          if (stream.sizeExceeded) throw refusal(552, 'Too large')
          const files = attachments.map(({ filename }) => `[${filename ?? 'file'}]`)
          const whole = [text ?? '', ...files].join('\n')
          for (const { address } of session.envelope.rcptTo) {
            const sender = from?.address ?? ''
            const recipient = address.toLowerCase()
            await keep({ channel: 'email', sender, recipient, subject: subject ?? null, text: whole })
          }
          done()
        })
        .catch((error: Error) => done(error))
    },
  })
  // A client that disconnects is not our fault.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await new Promise<void>((resolve, reject) => {
    listening.once('listening', resolve)
    listening.once('error', reject)
  })
  const place = listening.address()
  const port = typeof place === 'object' && place !== null ? place.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    async close() {
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}

async function read(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
