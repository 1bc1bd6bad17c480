import { contract } from '@madruga/core/contract.ts'
import { REQUEST_STATES, SUPPORT_TOPICS } from '@madruga/core/support.ts'
import type { SupportRequest } from '../../../people/support.ts'
import { COMMAND_LINE } from '../model.ts'
import { answer } from './model.ts'
import type { Command } from './model.ts'
import { readInput, readNumber, readOption, readText } from './read.ts'
import { formatInstant, formatTable, paragraph, shorten } from './table.ts'

const PREVIEW = 60

/** Commands about support requests. */
export const supportCommands: readonly Command[] = [
  {
    usage: 'requests [--state STATE] [--topic TOPIC] [--limit N]',
    about: `List support requests, the one due first on top; STATE is ${REQUEST_STATES.join(', ')}`,
    read(input) {
      const state = readOption(input, 'state', REQUEST_STATES)
      const topic = readOption(input, 'topic', SUPPORT_TOPICS)
      return async ({ admin }) => {
        const requests = await admin.listRequests({ state, topic, limit: input.limit })
        const head = ['ID', 'DUE', 'STATE', 'TOPIC', 'DRIVER', 'LAST MESSAGE']
        const rows = requests.map((each) => [
          String(each.id),
          formatInstant(each.dueAt),
          each.state,
          each.topic,
          each.driverEmail,
          shorten(each.messages.at(-1)?.text ?? '', PREVIEW),
        ])
        return answer(requests, ...formatTable(head, rows))
      }
    },
  },
  {
    usage: 'request ID',
    about: 'Show one request with all its messages',
    read(input) {
      const id = readNumber(input.words[0])
      return async ({ admin }) => {
        const request = await admin.readRequest(id)
        return answer(request, ...describeRequest(request))
      }
    },
  },
  {
    usage: 'reply ID [--text TEXT]',
    about: 'Answer a request with TEXT or standard input; the driver is notified',
    read(input) {
      const id = readNumber(input.words[0])
      return async ({ admin }, terminal) => {
        const option = readText(input, 'text')
        if (option === undefined && terminal.isPerson) {
          for (const line of describeRequest(await admin.readRequest(id))) terminal.say(line)
          terminal.say('Type the answer, then Ctrl-D on its own line.')
        }
        const text = option ?? (await terminal.readAll())
        const hint = 'an answer has 1 to 4000 characters: nothing was sent'
        const reply = readInput(contract.admin.replyToRequest, { id, text }, hint)
        await admin.reply(COMMAND_LINE, reply)
        return answer({ id, text: reply.text }, `Answered request ${id}.`)
      }
    },
  },
  {
    usage: 'close ID',
    about: 'Close a request; it reopens if the driver writes',
    read(input) {
      const id = readNumber(input.words[0])
      return async ({ admin }) => {
        await admin.close(COMMAND_LINE, id)
        return answer({ id }, `Closed request ${id}.`)
      }
    },
  },
]

function describeRequest({ id, topic, state, dueAt, messages }: SupportRequest): string[] {
  const deadline = dueAt === null ? '' : `, answer due ${formatInstant(dueAt)}`
  return [
    `Request ${id} about ${topic}: ${state}${deadline}`,
    ...messages.flatMap(({ author, at, text }) => [`${formatInstant(at)}  ${author}`, ...paragraph(text)]),
  ]
}
