import { createTransport } from 'nodemailer'
import type { NodemailerError, SMTPPoolOptions } from 'nodemailer'
import { z } from 'zod'
import { letterHtml, letterText } from './letter.ts'
import type { Delivery, Outgoing, Provider } from './model.ts'

export type MailOptions = {
  /** URL of any SMTP server, with user and password if it requires them. */
  url: string
  /** `Name <address>`, or an address. */
  from: string
  /** Time-out of one attempt; default 20 s. */
  timeoutMs?: number
}

const TIMEOUT_MS = 20_000
/** As many as a sender's concurrent messages. */
const CONNECTIONS = 5
// What browsers accept as one address (HTML): no comma, space, bracket or line break, so that it cannot
// become two, or a header.
const oneAddress = z.email({ pattern: z.regexes.html5Email }).max(254)

/**
 * E-mail over SMTP. To another machine the connection must be encrypted, unless the URL says
 * `?requireTLS=false`.
 */
export function createMailProvider({ url, from, timeoutMs = TIMEOUT_MS }: MailOptions): Provider {
  const sender = parseSender(from)
  const domain = sender.address.split('@')[1] ?? 'localhost'
  const transport = createTransport(connectionOf(url, timeoutMs))
  return {
    async send(message) {
      const to = oneAddress.safeParse(message.recipient)
      if (!to.success) return { outcome: 'refused', error: 'invalid_recipient' }
      try {
        const delivery = await transport.sendMail({
          ...writeLetter(message, domain),
          from: sender,
          // An object: a string would be parsed as a list of addresses.
          to: { name: '', address: to.data },
          signal: AbortSignal.timeout(timeoutMs),
        })
        return { outcome: 'sent', reference: delivery.messageId }
      } catch (error) {
        return readFailure(error as NodemailerError)
      }
    },
    async close() {
      transport.close()
    },
  }
}

function writeLetter({ words, file, key, now, unsubscribeUrl }: Outgoing, domain: string): object {
  return {
    // The same for every attempt: mail programs show a repetition once.
    messageId: `<${key}@${domain}>`,
    date: new Date(now),
    subject: words.title,
    text: letterText(words),
    html: letterHtml(words),
    ...(file && {
      attachments: [{ filename: file.fileName, contentType: file.type, content: Buffer.from(file.content) }],
    }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': words.language,
      // RFC 8058: the address takes a POST with this body, and nothing but it is needed.
      ...(unsubscribeUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(words.settings && {
      list: {
        id: { url: `news.${domain}`, comment: 'Madruga' },
        unsubscribe: unsubscribeUrl ?? { url: words.settings.url, comment: words.settings.label },
      },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function connectionOf(url: string, timeoutMs: number): SMTPPoolOptions & { pool: true } {
  const { hostname, searchParams } = new URL(url)
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  return {
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // A broken connection may have delivered its message: retrying is the outbox's decision.
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    requireTLS: !local && searchParams.get('requireTLS') !== 'false',
  }
}

// A server's refusal of this recipient or this message is final; problems of the connection, our account or
// our own address can be fixed.
function readFailure(error: NodemailerError): Delivery {
  const answer = error.responseCode ? `smtp_${error.responseCode}` : null
  const about = (error.code === 'EENVELOPE' && error.command !== 'MAIL FROM') || error.code === 'EMESSAGE'
  if (about && (error.permanent ?? !answer)) {
    return { outcome: 'refused', error: answer ?? 'invalid_message' }
  }
  const timedOut = error.code === 'EABORT' || error.code === 'ETIMEDOUT' || error.name === 'TimeoutError'
  return { outcome: 'failed', error: answer ?? (timedOut ? 'timeout' : 'smtp_unreachable') }
}

function parseSender(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^([^<>]*)<([^<>]+)>$/.exec(from) ?? []
  return { name: name.trim(), address: address.trim() }
}
