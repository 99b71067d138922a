import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../context/context.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { contextFor, makeOrganisation, makeUser, type TestUser, visitor } from '../testing/factories.ts'
import { createBlob, deleteBlob, findBlob, findBlobOf, openBlob, sampleBlob, sweepBlobs } from './blobs.ts'
import { listBlobs } from './list-blobs.ts'
import { storeBlob } from './store-blob.ts'

let user: TestUser
let ctx: Context

beforeAll(async () => {
  user = await makeUser()
  ctx = await contextFor(user)
})

const bytes = (text: string) => new TextEncoder().encode(text)
// This is longer than a piece, and not a multiple of one.
const LONG = new Uint8Array(1_300_000).map((_, index) => (index * 31) % 251)
const owner = () => ({ organisationId: user.organisation.id, userId: user.id })
const LIMITS = { maxBytes: 1000, quotaBytes: 1e9, retentionMs: 60_000 }

async function read(of: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of of) parts.push(part)
  return Buffer.concat(parts)
}

function contentsOf(sha256: string) {
  return database().blobContent.count({ where: { sha256 } })
}

describe('storing a blob', () => {
  test('a stored blob is returned unchanged, with its kind and size', async () => {
    const blob = await createBlob(ctx, { content: LONG, kind: 'Application/X-Thing', name: 'thing.bin' })

    expect(blob.id).toMatch(/^blob:[0-9a-f-]{36}$/)
    expect(await findBlob(ctx, blob.id)).toEqual(blob)
    expect(blob).toMatchObject({ kind: 'application/x-thing', sizeBytes: LONG.length, name: 'thing.bin' })
    expect((await read(openBlob(ctx, blob.id))).equals(LONG)).toBe(true)
  })

  test.each([
    [0, 10],
    [524_287, 524_289],
    [524_288, 524_288],
    [600_000, 1_299_999],
    [1_299_999, 1_300_000],
    [1_000_000, undefined],
  ])('is returned from byte %d to %s', async (start, end) => {
    const { id } = await createBlob(ctx, { content: LONG, kind: 'image/png' })

    expect((await read(openBlob(ctx, id, { start, end }))).equals(LONG.subarray(start, end))).toBe(true)
  })

  test('a blob may be empty', async () => {
    const { id, sizeBytes } = await createBlob(ctx, { content: bytes(''), kind: 'text/plain' })

    expect(sizeBytes).toBe(0)
    expect(await read(openBlob(ctx, id))).toHaveLength(0)
  })

  test('the same content is stored once, even if two people upload it at the same time', async () => {
    const content = bytes(`the same bytes ${crypto.randomUUID()}`)

    const blobs = await Promise.all(
      ['text/plain', 'text/csv'].map((kind) => createBlob(ctx, { content, kind })),
    )

    expect(blobs[0]?.id).not.toBe(blobs[1]?.id)
    expect(await contentsOf(blobs[0]?.sha256 ?? '')).toBe(1)
    expect((await read(openBlob(ctx, blobs[1]?.id))).equals(content)).toBe(true)
  })

  test('the name of a blob loses characters that headers or file systems do not allow', async () => {
    const nameOf = async (name: string) =>
      (await createBlob(ctx, { content: bytes('x'), kind: 'text/plain', name })).name

    expect(await nameOf('../a\r\nb.txt')).toBe('.._a__b.txt')
    // Shown from right to left, the name would look like a picture's.
    expect(await nameOf('holiday\u202Egpj.exe')).toBe('holidaygpj.exe')
  })
})

describe('read access', () => {
  test('a blob cannot be read by visitors and other organisations', async () => {
    const { id } = await createBlob(ctx, { content: bytes('mine'), kind: 'text/plain' })
    const stranger = await contextFor(await makeUser())

    await expect(findBlob(visitor(), id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(findBlob(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(read(openBlob(stranger, id))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(deleteBlob(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(findBlobOf(ctx.db, stranger.viewer?.organisationId ?? '', id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('a blob can be read by members, whichever organisation they are in, and by keys of its own organisation only', async () => {
    const shared = await makeOrganisation({ owner: user })
    const { id } = await createBlob(await contextFor(user, { organisation: shared }), {
      content: bytes('ours'),
      kind: 'text/plain',
    })

    expect((await findBlob(ctx, id)).id).toBe(id)
    await expect(findBlob({ ...ctx, keyId: 'a key of the other' }, id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('only the uploader and admins can delete a blob', async () => {
    const [plain, admin] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner: user, members: [plain], admins: [admin] })
    const { id } = await createBlob(await contextFor(user, { organisation }), {
      content: bytes('keep'),
      kind: 'text/plain',
    })

    await expect(deleteBlob(await contextFor(plain, { organisation }), id)).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
    const offered = async (of: TestUser) =>
      (await listBlobs(await contextFor(of, { organisation }), null)).blobs
    expect(await offered(plain)).toMatchObject([{ id, canDelete: false }])
    expect(await offered(admin)).toMatchObject([{ id, canDelete: true }])
    await deleteBlob(await contextFor(admin, { organisation }), id)
    await expect(findBlob(ctx, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each(['', 'blob:', 'blob:no', "blob:' or 1=1", 'run_0192', null, {}, ['x']])(
    '%j is not a valid id',
    async (id) => {
      await expect(findBlob(ctx, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    },
  )
})

describe('a refused upload leaves nothing behind', () => {
  const many = async function* () {
    for (let count = 0; count < 20; count += 1) yield new Uint8Array(100)
  }
  const unfinished = () => database().blobContent.count({ where: { sha256: null } })
  let before = 0
  beforeEach(async () => {
    before = await unfinished()
  })
  const left = async () => (await unfinished()) - before

  test('an upload larger than a blob may be is refused and leaves nothing behind', async () => {
    await expect(storeBlob(ctx.db, owner(), { content: many(), kind: 'a/b' }, LIMITS)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'A blob can be at most 1000 bytes.',
    })
    expect(await left()).toBe(0)
  })

  test('an upload above the organisation’s quota is refused and leaves nothing behind', async () => {
    const other = await makeUser()
    const theirs = { organisationId: other.organisation.id, userId: other.id }
    const limits = { ...LIMITS, quotaBytes: 150 }
    const upload = () => storeBlob(ctx.db, theirs, { content: new Uint8Array(100), kind: 'a/b' }, limits)

    const [first, second] = await Promise.allSettled([upload(), upload()])

    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
    await expect(upload()).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
    expect(await left()).toBe(0)
  })

  test('an upload of an invalid kind is refused and leaves nothing behind', async () => {
    await expect(createBlob(ctx, { content: bytes('x'), kind: 'words' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  test('an upload that breaks off leaves nothing behind', async () => {
    const broken = async function* () {
      yield bytes('the beginning')
      throw new Error('gone')
    }
    await expect(createBlob(ctx, { content: broken(), kind: 'text/plain' })).rejects.toThrow('gone')
    expect(await left()).toBe(0)
  })

  test('a visitor’s upload is refused and leaves nothing behind', async () => {
    await expect(createBlob(visitor(), { content: bytes('x'), kind: 'a/b' })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })
})

describe('the sweep', () => {
  test('the sweep deletes expired blobs, and bytes that no other blob references', async () => {
    const content = bytes(`swept ${crypto.randomUUID()}`)
    const short = await storeBlob(ctx.db, owner(), { content, kind: 'a/b' }, { ...LIMITS, retentionMs: 1 })
    const long = await storeBlob(ctx.db, owner(), { content, kind: 'a/b' }, LIMITS)

    await sweepBlobs(ctx, new Date(Date.now() + 1000))
    await expect(findBlob(ctx, short.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await read(openBlob(ctx, long.id))).equals(content)).toBe(true)

    await sweepBlobs(ctx, new Date(Date.now() + 61_000))
    expect(await contentsOf(long.sha256)).toBe(0)
    expect(await database().blobChunk.count({ where: { bytes: content } })).toBe(0)
  })

  test('the sweep spares uploads in progress', async () => {
    const slow = async function* () {
      yield bytes('the beginning, ')
      await sweepBlobs(ctx)
      yield bytes('the end')
    }
    const { id } = await createBlob(ctx, { content: slow(), kind: 'text/plain' })

    expect((await sampleBlob(ctx, id, { mode: 'full', maxBytes: 100 })).content).toBe(
      'the beginning, the end',
    )
  })
})

test('a sample of a blob is taken from one end, and states whether it is complete', async () => {
  const { id } = await createBlob(ctx, { content: bytes('one two €'), kind: 'text/plain' })

  expect(await sampleBlob(ctx, id, { mode: 'sample_head', maxBytes: 3 })).toEqual({
    content: 'one',
    encoding: 'utf-8',
    kind: 'text/plain',
    sizeBytes: 11,
    truncated: true,
  })
  expect(await sampleBlob(ctx, id, { mode: 'sample_tail', maxBytes: 4 })).toMatchObject({ content: ' €' })
  expect(await sampleBlob(ctx, id, { mode: 'full', maxBytes: 100 })).toMatchObject({ truncated: false })
})
