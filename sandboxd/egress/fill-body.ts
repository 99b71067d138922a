/** The broker on bodies that stream by: nothing is kept but what may be the beginning of something to replace. */
import { Transform } from 'node:stream'
import { type Broker, PLACEHOLDER_LENGTH } from './secret-broker.ts'

const MARK = 'sbxsec_'

/** Passes a body on with the placeholders filled. Bytes that are no text come through as they are. */
export function fillBody(broker: Broker, contentType: string): Transform {
  let held = ''
  const fill = (bytes: string) => Buffer.from(broker.inBody(bytes, contentType), 'latin1')
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = held + chunk.toString('latin1')
      const end = beginningOfMark(bytes)
      held = bytes.slice(end)
      done(null, fill(bytes.slice(0, end)))
    },
    flush(done) {
      done(null, fill(held))
    },
  })
}

/** The way back: a body with what it echoes of the secrets taken out. */
export function takeBackBody(broker: Broker): Transform {
  const echoes = broker.echoes.openStream()
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, Buffer.from(echoes.push(chunk.toString('latin1')), 'latin1'))
    },
    flush(done) {
      done(null, Buffer.from(echoes.end(), 'latin1'))
    },
  })
}

/** Where a placeholder begins that may go on in the next chunk; the length when none does. */
function beginningOfMark(bytes: string): number {
  const from = Math.max(0, bytes.length - PLACEHOLDER_LENGTH + 1)
  for (let at = from; at < bytes.length; at += 1)
    if (MARK.startsWith(bytes.slice(at, at + MARK.length))) return at
  return bytes.length
}
