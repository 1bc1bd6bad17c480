import assert from 'node:assert/strict'
import { PassThrough, Writable } from 'node:stream'
import { test } from 'node:test'
import { openTerminal, runCommand } from './command.ts'
import { formatTable, shorten } from './command/table.ts'

const refuse = () => {
  throw new Error('nothing may be opened for a line that is not understood')
}
const neverOpened = { openOperatorTools: refuse, openMaintenance: refuse }

/** A terminal whose streams a test reads and writes; it can claim that a person is typing. */
function terminal({ isTTY = false } = {}) {
  const input = new PassThrough()
  const [output, error] = [collect(), collect()]
  const modes: boolean[] = []
  const setRawMode = (on: boolean) => {
    modes.push(on)
    return input as never
  }
  return {
    input,
    modes,
    said: output.taken,
    complained: error.taken,
    terminal: openTerminal({
      input: Object.assign(input, { isTTY, setRawMode }),
      output: output.stream,
      error: error.stream,
    }),
  }
}

function collect() {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  return { stream, taken: () => text }
}

test('an invalid command is one line and exit code 2, before anything is opened', async () => {
  const cases: [string, RegExp][] = [
    ['dance', /"dance" is not a command/],
    ['constructor', /"constructor" is not a command/],
    ['suspend', /EMAIL is missing/],
    ['suspend a@example.com', /--reason is missing/],
    ['suspend a@example.com --reason  ', /./],
    ['suspend a@example.com --reason too late', /"late" is one argument too many/],
    [`suspend a@example.com --reason ${'x'.repeat(501)}`, /--reason is at most 500/],
    ['suspend a@example.com --why x', /Unknown option '--why'/],
    ['create-operator olivia', /"olivia" is not an e-mail/],
    ['create-operator a@example.com,b@example.com', /is not an e-mail/],
    ['create-operator a@example.com secret', /"secret" is one argument too many/],
    ['servers ajar --reason x', /"ajar" is not one of open, close/],
    ['kill maybe --reason x', /"maybe" is not one of on, off/],
    ['minimum-version 1.2', /"1.2" is not a version/],
    ['minimum-version', /X.Y.Z is missing/],
    ['close -- -1', /"-1" is not a whole number/],
    ['reply one', /"one" is not a whole number/],
    ['requests --state done', /"done" is not one of open, answered, closed/],
    ['messages --limit 5000', /--limit is at most 1000/],
    ['device a@example.com', /ID is missing/],
    ['rotate-keys now', /"now" is one argument too many/],
  ]
  for (const [line, told] of cases) {
    const { terminal: shown, said, complained } = terminal()
    assert.equal(await runCommand(line.split(' '), shown, neverOpened), 2, line)
    assert.equal(said(), '')
    const lines = complained()
    assert.match(lines, told)
    assert.match(lines, /^madruga: .*\n$/)
  }
})

test('help says when a running product follows; no command at all is a mistake', async () => {
  const { terminal: shown, said } = terminal()
  assert.equal(await runCommand(['help'], shown, neverOpened), 0)
  assert.match(said(), /within ten seconds/)
  assert.equal(await runCommand([], shown, neverOpened), 2)
})

test('a command explains itself, and --version names the release, with nothing opened', async () => {
  const { terminal: shown, said } = terminal()
  assert.equal(await runCommand(['suspend', '--help'], shown, neverOpened), 0)
  assert.match(
    said(),
    /^npm run admin -- suspend EMAIL --reason WHY\n {2}Suspend a driver and stop their bot\n$/,
  )
  const { terminal: other, said: told } = terminal()
  assert.equal(await runCommand(['--version'], other, neverOpened), 0)
  assert.match(told(), /^\d+\.\d+\.\d+\n$/)
})

test('a password is typed without being shown, and can be mended while it is typed', async () => {
  const { terminal: shown, input, modes, said, complained } = terminal({ isTTY: true })
  const asked = shown.askSecret('Password: ')
  // The two bytes of the letter arrive separately, as they may.
  const letter = Buffer.from('ñ')
  input.write('wrong\u0015pasX\u007f')
  input.write(letter.subarray(0, 1))
  input.write(letter.subarray(1))
  input.write('o\rrest')
  assert.equal(await asked, 'pasño')
  assert.deepEqual([said(), complained(), modes], ['', 'Password: \n', [true, false]])
})

test('Ctrl-C ends the question and leaves the terminal as it was', async () => {
  const { terminal: shown, input, modes } = terminal({ isTTY: true })
  const asked = shown.askSecret('Password: ')
  input.write('abc\u0003')
  await assert.rejects(asked, /stopped/)
  assert.deepEqual(modes, [true, false])
})

test('without a terminal there is no prompt', async () => {
  const { terminal: shown } = terminal()
  await assert.rejects(shown.askSecret('Password: '), /--password-stdin/)
})

test('a table keeps its columns with any content', () => {
  const lines = formatTable(
    ['A', 'LONG HEAD', 'C'],
    [
      ['one', 'x', 'last'],
      ['\u001b[31mred\nline', '', ''],
      ['señor', 'y', 'z'],
    ],
  )
  assert.deepEqual(lines, [
    'A              LONG HEAD  C',
    'one            x          last',
    ' [31mred line',
    'señor          y          z',
  ])
  assert.equal(shorten('a long sentence', 7), 'a long…')
  assert.equal(shorten('short', 7), 'short')
})
