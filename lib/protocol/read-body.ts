/** Reading what a browser uploads, and no more than that. Floor 4. */
import { AppError } from '../errors.ts'

/** The body's bytes. Throws INVALID_INPUT as soon as there are more than `maxBytes`, whatever its length claimed. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let sizeBytes = 0
  // Leaving the loop by a throw cancels the stream: the rest is never read.
  for await (const part of request.body ?? []) {
    sizeBytes += part.length
    if (sizeBytes > maxBytes)
      throw new AppError('INVALID_INPUT', { message: `It can be at most ${megabytes(maxBytes)}.` })
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}
