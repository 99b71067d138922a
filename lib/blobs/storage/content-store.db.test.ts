// Tests what every content store guarantees, on each of them.
import { createHash, randomUUIDv7 } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { type FakeS3, startFakeS3 } from '../../testing/fake-s3.ts'
import { startS3Server } from '../../testing/s3-server.ts'
import { insertBlobContent, sealBlobContent } from '../rows/blob-rows.ts'
import { deleteUnsealed } from './content-batches.ts'
import { type ContentStore, defaultContentStore, openContentStore, postgresStore } from './content-store.ts'
import { s3Settings, s3Store } from './s3-store.ts'

let s3: FakeS3
let otherS3: Awaited<ReturnType<typeof startS3Server>>
let id: string
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-s3-'))

beforeAll(async () => {
  s3 = await startFakeS3()
  otherS3 = await startS3Server('127.0.0.1', 0, folder)
})
afterAll(async () => {
  await Promise.all([s3.stop(), otherS3.stop()])
  fs.rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  id = randomUUIDv7()
  await insertBlobContent(database(), { id, store: 'postgres' })
})

const MEGABYTE = 1024 * 1024
const pattern = (sizeBytes: number) =>
  Buffer.alloc(
    sizeBytes,
    Uint8Array.from({ length: 997 }, (_, at) => at % 256),
  )

/** Yields the content in parts of an odd length, as from a network. */
async function* inParts(content: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 70_001) yield content.subarray(at, at + 70_001)
}

async function read(store: ContentStore, range: { start: number; end: number }): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of store.read(id, range)) parts.push(part)
  return Buffer.concat(parts)
}

const stores: [name: string, open: () => ContentStore][] = [
  ['postgres', () => postgresStore()],
  ['s3', () => s3Store(s3.settings)],
  ['s3 of another project', () => s3Store(otherS3.settings)],
]

describe.each(stores)('the store %s', (_name, open) => {
  test.each([0, 1, 512 * 1024, 8 * MEGABYTE, 8 * MEGABYTE + 1, 17 * MEGABYTE + 3])(
    'returns %d bytes unchanged, and any range of them',
    async (sizeBytes) => {
      const store = open()
      const content = pattern(sizeBytes)

      await store.write(id, inParts(content))

      expect((await read(store, { start: 0, end: sizeBytes })).equals(content)).toBe(true)
      const middle = { start: Math.floor(sizeBytes / 3), end: Math.ceil(sizeBytes / 2) }
      expect((await read(store, middle)).equals(content.subarray(middle.start, middle.end))).toBe(true)
    },
  )

  test('deleting content from a store succeeds even if it is already gone', async () => {
    const store = open()
    await store.write(id, inParts(pattern(10)))

    await store.remove(id)
    await store.remove(id)

    await expect(read(store, { start: 0, end: 10 })).rejects.toThrow()
  })

  test('reading content with missing bytes fails', async () => {
    const store = open()
    await store.write(id, inParts(pattern(10)))

    await expect(read(store, { start: 0, end: 600_000 })).rejects.toThrow()
  })

  test('a write whose content fails rejects with that error, and leaves nothing that cannot be removed', async () => {
    const store = open()
    const broken = async function* () {
      yield* inParts(pattern(9 * MEGABYTE))
      yield* inParts(pattern(9 * MEGABYTE))
      throw new Error('the caller went away')
    }

    await expect(store.write(id, broken())).rejects.toThrow('the caller went away')
    await store.remove(id)

    expect(s3.uploads.size).toBe(0)
    expect(s3.objects.size === 0 || !s3.objects.has(`blobs/${id}`)).toBe(true)
    expect(await database().blobChunk.count({ where: { contentId: id } })).toBe(0)
  })
})

test('cleaning up after an upload spares content that was sealed', async () => {
  const store = postgresStore()
  const content = pattern(10)
  await store.write(id, inParts(content))
  const sha256 = createHash('sha256').update(id).digest('hex')
  await database().$transaction((tx) => sealBlobContent(tx, { id, sha256, sizeBytes: content.length }))

  await deleteUnsealed(database(), store, [id])

  expect(await read(store, { start: 0, end: content.length })).toEqual(content)
})

describe('an S3-compatible store', () => {
  test('an S3 store receives at most one part at a time', () => {
    expect(s3.longestBody).toBe(8 * MEGABYTE)
  })

  test('an S3 store that is busy is asked again', async () => {
    s3.failNext.set('PUT ?partNumber=2', 503)

    await s3Store(s3.settings).write(id, inParts(pattern(17 * MEGABYTE)))

    expect(s3.objects.get(`blobs/${id}`)?.length).toBe(17 * MEGABYTE)
  })

  test('an S3 store that refuses fails the write, and the upload is aborted', async () => {
    s3.failNext.set('PUT ?partNumber=2', 400)

    const writing = s3Store(s3.settings).write(id, inParts(pattern(17 * MEGABYTE)))

    await expect(writing).rejects.toThrow('The S3 store answered 400 to PUT')
    expect(s3.uploads.size).toBe(0)
  })

  test('an S3 store refuses a wrong secret', async () => {
    const store = s3Store({ ...s3.settings, secretAccessKey: 'another' })

    await expect(store.write(id, inParts(pattern(1)))).rejects.toThrow('answered 403')
  })
})

describe('the settings', () => {
  const ALL = {
    GUILDHALL_S3_ENDPOINT: 'http://localhost:9000/',
    GUILDHALL_S3_BUCKET: 'guildhall',
    GUILDHALL_S3_ACCESS_KEY_ID: 'id',
    GUILDHALL_S3_SECRET_ACCESS_KEY: 'secret',
  }

  test('the S3 settings name a bucket', () => {
    expect(s3Settings(ALL as unknown as NodeJS.ProcessEnv)).toMatchObject({
      endpoint: 'http://localhost:9000',
      region: 'us-east-1',
    })
  })

  test.each(Object.keys(ALL).slice(1))(
    'S3 settings without %s are refused, naming what is missing',
    (name) => {
      expect(() => s3Settings({ ...ALL, [name]: '' } as unknown as NodeJS.ProcessEnv)).toThrow(name)
    },
  )

  test('without S3 settings new content goes into the database', () => {
    expect(defaultContentStore().name).toBe('postgres')
    expect(() => openContentStore('s3')).toThrow('which is not configured')
  })
})
