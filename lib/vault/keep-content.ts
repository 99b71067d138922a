/**
 * Content on its way into a vault: counted, hashed and kept, before anything means it. Floor 3.
 *
 * Small content goes into one row, so that a small file is one query to write and one to read, and a search takes
 * hundreds at a time; larger content streams to where blobs are, in bounded pieces. What nothing means in the end is
 * swept (`sweep-vault.ts`), so a write that is refused afterwards has nothing to clean up.
 */
import { isUtf8 } from 'node:buffer'
import { createHash, randomUUIDv7 } from 'node:crypto'
import { bytesOfText } from '../contract/json/text-bytes.ts'
import { sizeWords } from '../contract/market/size-words.ts'
import { deleteUnsealedContent, insertBlobContent, sealBlobContent } from '../db/blobs.ts'
import type { Database } from '../db/client.ts'
import { putLargeContent, putSmallContents, SMALL_BYTES, type SmallContent } from '../db/vault-contents.ts'
import { tooLarge } from '../errors.ts'
import { type ContentStore, storeForNew } from '../files/content-store.ts'
import type { VaultWriter } from './vault.ts'
import { vaultLimits } from './vault-limits.ts'

/** Content as it is given: text, bytes, or bytes as they come. */
export type GivenContent = string | Uint8Array | AsyncIterable<Uint8Array>

export type KeptContent = { etag: string; sizeBytes: number }

/**
 * Keeps content for the vault's organisation and says what to call it; with `dryRun` only says so. Throws
 * INVALID_INPUT for more than one file may have, by its size, and for text with half a character in it.
 */
export async function keepContent(vault: VaultWriter, given: GivenContent): Promise<KeptContent> {
  const parts = partsOf(given)
  const head: Uint8Array[] = []
  let headBytes = 0
  while (headBytes <= SMALL_BYTES) {
    const { done, value } = await parts.next()
    if (done) return keepSmall(vault, Buffer.concat(head))
    head.push(value)
    headBytes += value.length
  }
  return keepLarge(vault, follow(head, parts))
}

/** As many small contents are one query, when they come in crowds. */
const CROWD_BYTES = 4 * 1024 * 1024
const CROWD = 500

/** The same for many, in their order. */
export async function keepContents(vault: VaultWriter, given: Iterable<Uint8Array>): Promise<KeptContent[]> {
  const kept: KeptContent[] = []
  let crowd = new Map<string, SmallContent>()
  let crowdBytes = 0
  const putCrowd = async () => {
    if (!vault.dryRun && crowd.size > 0) await putSmallContents(vault.organisationId, [...crowd.values()])
    crowd = new Map()
    crowdBytes = 0
  }
  for (const bytes of given) {
    if (bytes.length > SMALL_BYTES) {
      kept.push(await keepContent(vault, bytes))
      continue
    }
    const content = smallContent(bytes)
    crowd.set(content.etag, content)
    crowdBytes += bytes.length
    kept.push({ etag: content.etag, sizeBytes: bytes.length })
    if (crowd.size === CROWD || crowdBytes > CROWD_BYTES) await putCrowd()
  }
  await putCrowd()
  return kept
}

async function* partsOf(given: GivenContent): AsyncGenerator<Uint8Array> {
  if (typeof given === 'string') yield bytesOfText(given)
  else if (given instanceof Uint8Array) yield given
  else yield* given
}

async function* follow(head: Uint8Array[], rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let part = head.shift(); part; part = head.shift()) yield part
  yield* rest
}

async function keepSmall(vault: VaultWriter, bytes: Uint8Array): Promise<KeptContent> {
  const content = smallContent(bytes)
  if (!vault.dryRun) await putSmallContents(vault.organisationId, [content])
  return { etag: content.etag, sizeBytes: bytes.length }
}

function smallContent(bytes: Uint8Array): SmallContent {
  const etag = createHash('sha256').update(bytes).digest('hex')
  return { etag, bytes, isText: isUtf8(bytes) && !bytes.includes(0) }
}

async function keepLarge(vault: VaultWriter, content: AsyncIterable<Uint8Array>): Promise<KeptContent> {
  const tally: Tally = { hash: createHash('sha256'), sizeBytes: 0, isText: true }
  const measured = measure(content, tally)
  if (vault.dryRun) {
    for await (const _ of measured);
    return { etag: tally.hash.digest('hex'), sizeBytes: tally.sizeBytes }
  }
  const { db, organisationId } = vault
  const store = storeForNew()
  const id = randomUUIDv7()
  await insertBlobContent(db, { id, store: store.name })
  try {
    await store.write(id, measured)
    const { sizeBytes, isText } = tally
    const etag = tally.hash.digest('hex')
    const meant = await db.$transaction(async (tx) => {
      const contentId = await sealBlobContent(tx, { id, sha256: etag, sizeBytes })
      if (!contentId) throw new Error(`Content ${id} took so long that it was swept.`)
      await putLargeContent(tx, { organisationId, etag }, { contentId, sizeBytes, isText })
      return contentId
    })
    if (meant !== id) await forget(db, store, id)
    return { etag, sizeBytes }
  } catch (thrown) {
    // What cannot be forgotten now is found by the sweep of blobs.
    await forget(db, store, id).catch(() => {})
    throw thrown
  }
}

type Tally = { hash: ReturnType<typeof createHash>; sizeBytes: number; isText: boolean }

/** Counts, hashes and looks at what passes, and stops what is too much before it is kept. */
async function* measure(content: AsyncIterable<Uint8Array>, tally: Tally): AsyncGenerator<Uint8Array> {
  const { fileBytes } = vaultLimits()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const part of content) {
    tally.sizeBytes += part.length
    if (tally.sizeBytes > fileBytes)
      throw tooLarge(`A file can be at most ${sizeWords(fileBytes)}.`, fileBytes)
    tally.hash.update(part)
    tally.isText &&= !part.includes(0) && decodes(decoder, part)
    yield part
  }
  tally.isText &&= decodes(decoder)
}

function decodes(decoder: TextDecoder, part?: Uint8Array): boolean {
  try {
    decoder.decode(part, { stream: part !== undefined })
    return true
  } catch {
    // The only thing that can go wrong here is what was asked: it is no UTF-8.
    return false
  }
}

/** The bytes first: as long as the row is there, the sweep knows of what is left of them. */
async function forget(db: Database, store: ContentStore, contentId: string): Promise<void> {
  await store.remove(contentId)
  await deleteUnsealedContent(db, contentId)
}
