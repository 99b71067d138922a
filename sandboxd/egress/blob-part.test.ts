import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerBlobPart } from './blob-part.ts'

let received: string
let reply: string
const server = http.createServer((request, response) =>
  answerBlobPart(
    {
      async answerCall(body) {
        received = await text(body)
        return reply
      },
    },
    request,
    response,
  ),
)

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => void server.close())

async function send(call: string, bytes = new Uint8Array()) {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/part`, {
    method: 'POST',
    headers: { 'x-guildhall-call': encodeURIComponent(call) },
    body: bytes,
  })
  const all = Buffer.from(await response.arrayBuffer())
  const end = Number(response.headers.get('x-guildhall-reply-bytes'))
  return { text: all.subarray(0, end).toString(), bytes: all.subarray(end) }
}

describe('a call about a part of a blob', () => {
  test.each([0, 1, 2, 3, 100_000])('passes on the %d bytes that the code writes', async (sizeBytes) => {
    const bytes = Buffer.from(Array.from({ length: sizeBytes }, (_, at) => at % 256))
    reply = '{"value":{}}'

    const answer = await send('{"method":"appendBlob","params":{"upload":"é"}}', bytes)

    expect(answer).toEqual({ text: reply, bytes: Buffer.alloc(0) })
    expect(JSON.parse(received)).toEqual({
      method: 'appendBlob',
      params: { upload: 'é', base64: bytes.toString('base64') },
    })
  })

  test('returns the bytes that the code reads beside the other values', async () => {
    reply = JSON.stringify({ value: { base64: Buffer.from([0, 255, 10]).toString('base64'), sizeBytes: 9 } })

    const answer = await send('{"method":"readBlob","params":{}}')

    expect(answer).toEqual({ text: '{"value":{"sizeBytes":9}}', bytes: Buffer.from([0, 255, 10]) })
    expect(JSON.parse(received)).toEqual({ method: 'readBlob', params: { base64: '' } })
  })

  test('returns a refusal as it is', async () => {
    reply = '{"error":{"name":"NotFoundError","message":"…"}}'

    expect(await send('{"method":"readBlob","params":{"id":"x"}}')).toEqual({
      text: reply,
      bytes: Buffer.alloc(0),
    })
  })

  test('that is no JSON is not completed to one', async () => {
    reply = '{"error":{}}'
    await send('nonsense')

    expect(() => JSON.parse(received)).toThrow()
  })
})
