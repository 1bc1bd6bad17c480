import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { listen, openServer } from './listen.ts'

test('a request that two readers could read differently is refused', async (t) => {
  let handled = 0
  const server = openServer(null, {}, (_request, response) => {
    handled++
    response.end('handled')
  })
  const { port } = await listen(server, 0, '127.0.0.1')
  t.after(() => server.close())
  const send = async (raw: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.end(raw)
    return (await text(socket)).split('\r\n')[0]!
  }
  for (const raw of [
    'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n',
    'GET /\r\n\r\n',
    'GET / HTTP/0.9\r\nHost: a\r\n\r\n',
    'GET / HTTP/2.0\r\nHost: a\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ])
    assert.match(await send(raw), /^HTTP\/1\.1 400 /, JSON.stringify(raw))
  assert.equal(handled, 0)
  for (const raw of ['GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'GET / HTTP/1.0\r\n\r\n'])
    assert.match(await send(raw), /^HTTP\/1\.1 200 /, JSON.stringify(raw))
})
