/**
 * Calls about a part of a blob, whose bytes travel between the isolate and the guard as they are. As base64 in JSON they would
 * be strings of many megabytes in the isolate, which its engine keeps until its memory is nearly full.
 */
import type http from 'node:http'
import { isObject, type Json } from '../../lib/kernel/json/json.ts'
import type { EgressRun } from './guard.ts'

/** The path of these calls. */
export const PART_PATH = '/part'
const CALL_HEADER = 'x-guildhall-call'
/** How many bytes of the answer are JSON; those of the blob follow. */
const REPLY_BYTES_HEADER = 'x-guildhall-reply-bytes'

/** Answers one call: its JSON is in a header, and the part to write is its body. */
export async function answerBlobPart(
  run: Pick<EgressRun, 'answerCall'>,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const [reply, bytes] = splitReply(await run.answerCall(joinCall(request)))
  response.writeHead(200, { [REPLY_BYTES_HEADER]: Buffer.byteLength(reply) })
  response.write(reply)
  response.end(bytes)
}

/** Yields the call as JSON with the part in base64, as the relay takes it. The relay limits its size. */
async function* joinCall(request: http.IncomingMessage): AsyncGenerator<Buffer> {
  const text = decodeURIComponent(String(request.headers[CALL_HEADER]))
  const start = text.endsWith('}}') ? text.slice(0, -2) : ''
  yield Buffer.from(`${start}${text.endsWith('{}}') ? '' : ','}"base64":"`)
  let rest = Buffer.alloc(0)
  for await (const chunk of request as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk])
    // Only whole groups of three bytes can be encoded before the end.
    const whole = bytes.length - (bytes.length % 3)
    rest = bytes.subarray(whole)
    yield Buffer.from(bytes.subarray(0, whole).toString('base64'))
  }
  yield Buffer.from(`${rest.toString('base64')}"}}`)
}

/** Takes the bytes of a read part out of a reply. */
function splitReply(text: string): [string, Buffer] {
  const reply = JSON.parse(text) as { value?: Json }
  const { value } = reply
  if (!isObject(value) || typeof value.base64 !== 'string') return [text, Buffer.alloc(0)]
  const { base64, ...rest } = value
  return [JSON.stringify({ value: rest }), Buffer.from(base64, 'base64')]
}
