import type { ReadStream } from 'node:tty'
import { RefusedError, UsageError } from './model.ts'
import type { Terminal } from './model.ts'

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'
const CTRL_U = '\u0015'
const BACKSPACE = new Set(['\u007f', '\b'])
const MOST = 64 * 1024

type Streams = {
  input: NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>
  output: NodeJS.WritableStream
  error: NodeJS.WritableStream
}

/** A terminal over these streams. Secrets are not echoed, and are requested only if a person is typing. */
export function openTerminal({ input, output, error }: Streams): Terminal {
  return {
    say: (line) => void output.write(`${line}\n`),
    complain: (line) => void error.write(`${line}\n`),
    isPerson: input.isTTY === true,
    readAll: () => readAll(input),
    async askSecret(prompt) {
      if (input.isTTY !== true || !input.setRawMode)
        throw new UsageError('nobody is here to ask for the password: give --password-stdin')
      // On the other stream, so that the output can be piped.
      error.write(prompt)
      input.setRawMode(true)
      try {
        return await readHidden(input)
      } finally {
        input.setRawMode(false)
        input.pause()
        error.write('\n')
      }
    },
  }
}

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk as Buffer)
    size += bytes.length
    if (size > MOST) throw new UsageError(`standard input is longer than ${MOST} bytes`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Builds one line from single key strokes, with a terminal's editing keys. */
function readHidden(input: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    const letters: string[] = []
    const decoder = new TextDecoder()
    const end = (): void => {
      input.off('data', sync)
      input.off('end', stop)
    }
    const stop = (): void => {
      end()
      reject(new RefusedError('stopped: nothing was changed'))
    }
    const sync = (chunk: Buffer | string): void => {
      const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
      for (const key of text) {
        if (key === CTRL_C || key === CTRL_D) return stop()
        if (key === '\r' || key === '\n') {
          end()
          return resolve(letters.join(''))
        }
        if (BACKSPACE.has(key)) letters.pop()
        else if (key === CTRL_U) letters.length = 0
        else letters.push(key)
      }
    }
    input.on('data', sync)
    input.once('end', stop)
    input.resume()
  })
}
