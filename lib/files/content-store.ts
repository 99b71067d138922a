/**
 * Where bytes are kept: one small interface, a driver for each kind of place. Floor 1, types and the choice.
 *
 * A store knows content by an id of ours and nothing else: who may read it, how long it stays and what it is are the
 * business of `lib/blobs`.
 */
import { postgresStore } from './postgres-store.ts'
import { s3Settings, s3Store } from './s3-store.ts'

/** From `start` up to and without `end`, in bytes. */
export type ByteRange = { start: number; end: number }

export type ContentStore = {
  /** As it is written beside the content. */
  name: StoreName
  /** Keeps the bytes under an id that nothing is kept under yet. Holds a bounded piece of them in memory. */
  write(id: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** The bytes of a range that lies within the content. Throws when they are not all there. */
  read(id: string, range: ByteRange): AsyncIterable<Uint8Array>
  /** Forgets the bytes; also what is left of a write that failed. */
  remove(id: string): Promise<void>
}

export type StoreName = 'postgres' | 's3'

/** Where new content goes: the S3-compatible store when there are settings for one, else the database. */
export function storeForNew(): ContentStore {
  return s3Settings() ? contentStore('s3') : contentStore('postgres')
}

/** Where content is that was written earlier, whatever the settings say about new content. */
export function contentStore(name: string): ContentStore {
  if (name === 'postgres') return postgresStore()
  const settings = name === 's3' ? s3Settings() : null
  if (!settings) throw new Error(`Content is in the store “${name}”, and there are no settings for it.`)
  return s3Store(settings)
}
