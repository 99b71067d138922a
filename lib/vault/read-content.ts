/** A file's bytes out of the vault: all of them or a range. Floor 3. */
import { type ContentName, findContent } from '../db/vault-contents.ts'
import { type ByteRange, contentStore } from '../files/content-store.ts'

/** From `start` up to and without `end`, in bounded pieces. Throws when the content is not there any more. */
export async function* readContent(name: ContentName, range: ByteRange): AsyncGenerator<Uint8Array> {
  if (range.start >= range.end) return
  const found = await findContent(name, range)
  if (found?.bytes) yield found.bytes
  else if (found?.elsewhere) yield* contentStore(found.elsewhere.store).read(found.elsewhere.contentId, range)
  else throw new Error(`Content ${name.etag} of organisation ${name.organisationId} is gone.`)
}

/** The same, at once: for ranges that somebody bounded. */
export async function readWhole(name: ContentName, range: ByteRange): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of readContent(name, range)) parts.push(part)
  return Buffer.concat(parts)
}
