import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { expect, test } from 'vitest'
import { sendInOnePiece } from './send-in-one-piece.ts'

const RESPONSE = { jsonrpc: '2.0', id: 1, result: {} } as const
const NOTIFICATION = { jsonrpc: '2.0', method: 'notifications/message' } as const

function openStream() {
  const pieces = new TransformStream<Uint8Array, Uint8Array>()
  const writer = pieces.writable.getWriter()
  const headers = { 'content-type': 'text/event-stream' }
  const transport = {
    send: async (message: JSONRPCMessage) => {
      void writer.write(Buffer.from(JSON.stringify(message)))
      if ('result' in message) void writer.close()
    },
  } as unknown as Transport
  return { transport, answer: new Response(pieces.readable, { headers }) }
}

test('a response that is sent soon comes whole, with what was sent before it', async () => {
  const { transport, answer } = openStream()
  const inOnePiece = sendInOnePiece(transport, { id: 1 })
  void transport.send(NOTIFICATION).then(() => transport.send(RESPONSE))

  const sent = await inOnePiece(answer)

  expect(sent).not.toBe(answer)
  expect(sent.headers.get('content-type')).toBe('text/event-stream')
  expect(await sent.text()).toBe(JSON.stringify(NOTIFICATION) + JSON.stringify(RESPONSE))
})

test('a stream whose response takes longer is passed on, with what was sent before', async () => {
  const { transport, answer } = openStream()
  const inOnePiece = sendInOnePiece(transport, { id: 1 })
  void transport.send(NOTIFICATION)

  expect(await inOnePiece(answer)).toBe(answer)
})

test('batches and answers without a stream are passed on at once', async () => {
  const { transport, answer } = openStream()
  const json = Response.json({})

  expect(await sendInOnePiece(transport, [{ id: 1 }, { id: 2 }])(answer)).toBe(answer)
  expect(await sendInOnePiece(transport, { id: 1 })(json)).toBe(json)
})
