/** A stream that counts what passes through it, and breaks when it is too much. */
import { Transform } from 'node:stream'

export class TooManyBytes extends Error {}

export function countBytes(limit: number, verb: string, tell: (bytes: number) => void): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      tell(bytes)
      if (bytes <= limit) return done(null, chunk)
      done(
        new TooManyBytes(`The skill ${verb} more than the ${megabytes(limit)} MB that one request may have.`),
      )
    },
  })
}

const megabytes = (bytes: number) => Number((bytes / (1024 * 1024)).toFixed(2))
