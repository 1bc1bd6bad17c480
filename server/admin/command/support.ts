import { contract } from '@madruga/core/contract.ts'
import { REQUEST_STATES, SUPPORT_TOPICS } from '@madruga/core/support.ts'
import type { SupportRequest } from '../../support.ts'
import { COMMAND_LINE } from '../model.ts'
import { answer } from './answer.ts'
import type { Command } from './model.ts'
import { readChoice, readInput, readLimit, readNumber, readText, readWords } from './read.ts'
import { formatInstant, formatTable, paragraph, shorten } from './table.ts'

const PREVIEW = 60

const requests: Command = {
  usage: 'requests [--state STATE] [--topic TOPIC] [--limit N]',
  about: `List support requests, the one due first on top; STATE is ${REQUEST_STATES.join(', ')}`,
  options: { state: { type: 'string' }, topic: { type: 'string' }, limit: { type: 'string' } },
  read(given) {
    readWords(given)
    const [wantedState, wantedTopic] = [readText(given, 'state'), readText(given, 'topic')]
    const state = wantedState === undefined ? undefined : readChoice(wantedState, REQUEST_STATES)
    const topic = wantedTopic === undefined ? undefined : readChoice(wantedTopic, SUPPORT_TOPICS)
    const limit = readLimit(given, 50, 1000)
    return async ({ admin }) => {
      const found = await admin.listRequests({ state, topic, limit })
      const head = ['ID', 'DUE', 'STATE', 'TOPIC', 'DRIVER', 'LAST MESSAGE']
      const rows = found.map((each) => [
        String(each.id),
        formatInstant(each.dueAt),
        each.state,
        each.topic,
        each.driverEmail,
        shorten(each.messages.at(-1)?.text ?? '', PREVIEW),
      ])
      return answer(found, ...formatTable(head, rows))
    }
  },
}

const request: Command = {
  usage: 'request ID',
  about: 'Show one request with all its messages',
  read(given) {
    const [word] = readWords(given, 'ID')
    const id = readNumber(word)
    return async ({ admin }) => {
      const found = await admin.readRequest(id)
      return answer(found, ...describeRequest(found))
    }
  },
}

const reply: Command = {
  usage: 'reply ID [--text TEXT]',
  about: 'Answer a request with TEXT or standard input; the driver is notified',
  options: { text: { type: 'string' } },
  read(given) {
    const [word] = readWords(given, 'ID')
    const id = readNumber(word)
    return async ({ admin }, terminal) => {
      const typed = readText(given, 'text')
      if (typed === undefined && terminal.isPerson) {
        for (const line of describeRequest(await admin.readRequest(id))) terminal.say(line)
        terminal.say('Type the answer, then Ctrl-D on its own line.')
      }
      const text = typed ?? (await terminal.readAll())
      const hint = 'an answer has 1 to 4000 characters: nothing was sent'
      const written = readInput(contract.admin.replyToRequest, { id, text }, hint)
      await admin.reply(COMMAND_LINE, written)
      return answer({ id, text: written.text }, `Answered request ${id}.`)
    }
  },
}

const close: Command = {
  usage: 'close ID',
  about: 'Close a request; it reopens if the driver writes',
  read(given) {
    const [word] = readWords(given, 'ID')
    const id = readNumber(word)
    return async ({ admin }) => {
      await admin.close(COMMAND_LINE, id)
      return answer({ id }, `Closed request ${id}.`)
    }
  },
}

/** Commands about support requests. */
export const supportCommands: Record<string, Command> = { requests, request, reply, close }

function describeRequest({ id, topic, state, dueAt, messages }: SupportRequest): string[] {
  const due = dueAt === null ? '' : `, answer due ${formatInstant(dueAt)}`
  return [
    `Request ${id} about ${topic}: ${state}${due}`,
    ...messages.flatMap(({ author, at, text }) => [`${formatInstant(at)}  ${author}`, ...paragraph(text)]),
  ]
}
