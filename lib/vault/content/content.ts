/** Content is stored before a file references it. `sweepVault` deletes the rest, so refused writes need no cleanup. */
import { isUtf8 } from 'node:buffer'
import { createHash, randomUUIDv7 } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { insertBlobContent, sealBlobContent } from '../../blobs/rows/blob-rows.ts'
import { deleteUnsealed } from '../../blobs/storage/content-batches.ts'
import { type ByteRange, defaultContentStore, openContentStore } from '../../blobs/storage/content-store.ts'
import { tooLarge } from '../../kernel/errors.ts'
import { formatBytes } from '../../kernel/text/format.ts'
import { bytesOfText } from '../../kernel/text/text-bytes.ts'
import {
  type ContentName,
  findContent,
  putLargeContent,
  putSmallContents,
  SMALL_BYTES,
  type SmallContent,
} from '../rows/vault-contents.ts'
import type { VaultWriter } from '../vault.ts'
import { vaultLimits } from '../vault-usage.ts'

export type GivenContent = string | Uint8Array | AsyncIterable<Uint8Array>

export type StoredContent = { etag: string; sizeBytes: number }

/** `dryRun` stores nothing. Throws INVALID_INPUT for too large a file and for text with lone surrogates. */
export async function storeContent(vault: VaultWriter, given: GivenContent): Promise<StoredContent> {
  const parts = readParts(given)
  const head: Uint8Array[] = []
  let headBytes = 0
  while (headBytes <= SMALL_BYTES) {
    const { done, value } = await parts.next()
    if (done) return storeSmall(vault, Buffer.concat(head))
    head.push(value)
    headBytes += value.length
  }
  return storeLarge(vault, follow(head, parts))
}

const MAX_BATCH_BYTES = 4 * 1024 * 1024
const MAX_BATCH_ENTRIES = 500
const PART_BYTES = 1024 * 1024

export async function storeContents(
  vault: VaultWriter,
  given: AsyncIterable<Uint8Array>,
): Promise<StoredContent[]> {
  const stored: StoredContent[] = []
  let batch = new Map<string, SmallContent>()
  let batchBytes = 0
  const flushBatch = async () => {
    if (!vault.dryRun && batch.size > 0) await putSmallContents(vault.organisationId, [...batch.values()])
    batch = new Map()
    batchBytes = 0
  }
  for await (const bytes of given) {
    if (bytes.length > SMALL_BYTES) {
      stored.push(await storeContent(vault, inParts(bytes)))
      continue
    }
    const content = smallContent(bytes)
    batch.set(content.etag, content)
    batchBytes += bytes.length
    stored.push({ etag: content.etag, sizeBytes: bytes.length })
    if (batch.size === MAX_BATCH_ENTRIES || batchBytes > MAX_BATCH_BYTES) await flushBatch()
  }
  await flushBatch()
  return stored
}

/** Yields a file in parts, between which other work has its turn: hashing a large one at once would block the process. */
async function* inParts(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PART_BYTES) {
    yield bytes.subarray(start, start + PART_BYTES)
    await turn()
  }
}

async function* readParts(given: GivenContent): AsyncGenerator<Uint8Array> {
  if (typeof given === 'string') yield bytesOfText(given)
  else if (given instanceof Uint8Array) yield given
  else yield* given
}

async function* follow(head: Uint8Array[], rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let part = head.shift(); part; part = head.shift()) yield part
  yield* rest
}

async function storeSmall(vault: VaultWriter, bytes: Uint8Array): Promise<StoredContent> {
  const content = smallContent(bytes)
  if (!vault.dryRun) await putSmallContents(vault.organisationId, [content])
  return { etag: content.etag, sizeBytes: bytes.length }
}

function smallContent(bytes: Uint8Array): SmallContent {
  const etag = createHash('sha256').update(bytes).digest('hex')
  return { etag, bytes, isText: isUtf8(bytes) && !bytes.includes(0) }
}

async function storeLarge(vault: VaultWriter, content: AsyncIterable<Uint8Array>): Promise<StoredContent> {
  const tally: Tally = { hash: createHash('sha256'), sizeBytes: 0, isText: true }
  const { fileBytes } = await vaultLimits(vault.db, vault.organisationId)
  const measured = measure(content, tally, fileBytes)
  if (vault.dryRun) {
    for await (const _ of measured);
    return { etag: tally.hash.digest('hex'), sizeBytes: tally.sizeBytes }
  }
  const { db, organisationId } = vault
  const store = defaultContentStore()
  const id = randomUUIDv7()
  await insertBlobContent(db, { id, store: store.name })
  try {
    await store.write(id, measured)
    const { sizeBytes, isText } = tally
    const etag = tally.hash.digest('hex')
    const meant = await db.$transaction(async (tx) => {
      const contentId = await sealBlobContent(tx, { id, sha256: etag, sizeBytes })
      if (!contentId) throw new Error(`Content ${id} was deleted by the sweep before its upload finished.`)
      await putLargeContent(tx, { organisationId, etag }, { contentId, sizeBytes, isText })
      return contentId
    })
    if (meant !== id) await deleteUnsealed(db, store, [id])
    return { etag, sizeBytes }
  } catch (thrown) {
    // The sweep of blobs deletes the rest.
    await deleteUnsealed(db, store, [id]).catch(() => {})
    throw thrown
  }
}

type Tally = { hash: ReturnType<typeof createHash>; sizeBytes: number; isText: boolean }

/** Passes the chunks of an upload on, and throws before too many bytes are stored. */
async function* measure(
  content: AsyncIterable<Uint8Array>,
  tally: Tally,
  fileBytes: number,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const part of content) {
    tally.sizeBytes += part.length
    if (tally.sizeBytes > fileBytes)
      throw tooLarge(`A file can be at most ${formatBytes(fileBytes)}.`, fileBytes)
    tally.hash.update(part)
    tally.isText &&= !part.includes(0) && isDecodable(decoder, part)
    yield part
  }
  tally.isText &&= isDecodable(decoder)
}

function isDecodable(decoder: TextDecoder, part?: Uint8Array): boolean {
  try {
    decoder.decode(part, { stream: part !== undefined })
    return true
  } catch {
    // The part is not UTF-8.
    return false
  }
}

/** `end` is exclusive. Throws if the content is gone. */
export async function* readContent(name: ContentName, range: ByteRange): AsyncGenerator<Uint8Array> {
  if (range.start >= range.end) return
  const found = await findContent(name, range)
  if (found?.bytes) yield found.bytes
  else if (found?.inBlobStore)
    yield* openContentStore(found.inBlobStore.store).read(found.inBlobStore.contentId, range)
  else throw new Error(`Content ${name.etag} of organisation ${name.organisationId} is gone.`)
}

export async function readWhole(name: ContentName, range: ByteRange): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of readContent(name, range)) parts.push(part)
  return Buffer.concat(parts)
}
