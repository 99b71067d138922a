/** Blobs that code reads and writes part by part, in both languages. */
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createBlob, findBlob, openBlob } from '../../blobs/blobs.ts'
import type { Context } from '../../context/context.ts'
import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import { forgetStoredSettings } from '../../settings/read-settings.ts'
import { contextFor, makePublisher, makeUser } from '../../testing/factories.ts'
import { makeBodySkill, publishSkills } from '../../testing/setup/runs/calling-skills.ts'
import { pythonReady } from '../../testing/wait-for-python.ts'
import { runToEnd } from '../start/start-run.ts'

beforeAll(() => pythonReady(connectSandbox()), 120_000)

const MB = 1024 * 1024
/** Three parts. */
const LARGE = Buffer.alloc(
  11 * MB + 3,
  Uint8Array.from({ length: 997 }, (_, at) => at % 256),
)
const LARGE_HASH = createHash('sha256').update(LARGE).digest('hex')
const SMALL = Buffer.from('a small blob')

const python = (body: string): Partial<SkillDocument> => ({
  runtime: 'python',
  definition: `import hashlib\nimport io\nimport runtime\n\ndef main(args):\n${body
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}`,
})
async function publish() {
  const publisher = await makePublisher()
  await publishSkills(publisher, 'streams', [
    makeBodySkill(
      'read_js',
      `const digest = new crypto.DigestStream('SHA-256'); let largest = 0, sizeBytes = 0
       const counted = context.blobs.stream(parameters.blob, parameters.range).pipeThrough(new TransformStream({ transform(part, c) { sizeBytes += part.length; largest = Math.max(largest, part.length); c.enqueue(part) } }))
       await counted.pipeTo(digest)
       return { sizeBytes, largest, hash: new Uint8Array(await digest.digest).toHex() }`,
    ),
    makeBodySkill(
      'copy_js',
      `return { blob: await context.blobs.write(context.blobs.stream(parameters.blob), 'a/b') }`,
    ),
    makeBodySkill(
      'bytes_js',
      `return { blob: await context.blobs.write(new Uint8Array(12 * 1024 * 1024).fill(7)), text: await context.blobs.write('é'.repeat(3 * 1024 * 1024)), file: await context.blobs.write(new Blob(['a,b'], { type: 'text/csv' })) }`,
    ),
    makeBodySkill(
      'broken_js',
      `const parts = async function* () { yield new Uint8Array(5 * 1024 * 1024); throw new Error('no more') }
       return { why: await context.blobs.write(ReadableStream.from(parts())).catch((error) => error.message) }`,
    ),
    makeBodySkill(
      'forever_js',
      `const part = new Uint8Array(4 * 1024 * 1024)
       return { why: await context.blobs.write(new ReadableStream({ pull: (c) => c.enqueue(part) })).catch((error) => [error.code, error.message]) }`,
    ),
    makeBodySkill(
      'left_js',
      `const writing = context.blobs.write(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array(5 * 1024 * 1024)), pull: () => new Promise(() => {}) }))
       await Promise.race([writing, new Promise((resolve) => setTimeout(resolve, 300))]); return {}`,
    ),
    makeBodySkill(
      'read_py',
      '',
      python(`digest, size = hashlib.sha256(), 0
with runtime.blobs.open(args["blob"]) as file:
    while part := file.read(1024 * 1024):
        digest.update(part)
        size += len(part)
    file.seek(-3, io.SEEK_END)
    end = list(file.read())
return {"message": "Done.", "sizeBytes": size, "hash": digest.hexdigest(), "end": end}`),
    ),
    makeBodySkill(
      'copy_py',
      '',
      python(`with runtime.blobs.open(args["blob"]) as source, runtime.blobs.create("a/b") as target:
    while part := source.read(700_001):
        target.write(part)
return {"message": "Done.", "blob": target.id}`),
    ),
    makeBodySkill(
      'broken_py',
      '',
      python(`try:
    with runtime.blobs.create() as target:
        target.write(b"a" * 5_000_000)
        raise ValueError("no more")
except ValueError as error:
    return {"message": "Done.", "why": str(error), "blob": target.id}`),
    ),
    makeBodySkill(
      'mount_py',
      '',
      python(`import os
return {"message": "Done.", "files": os.listdir("/blobs")}`),
    ),
  ])
  return (slug: string) => `${publisher.handle}.streams.${slug}`
}

const nameOf = await publish()

async function setUp(content: Uint8Array = LARGE) {
  const user = await makeUser()
  const ctx = await contextFor(user, { sandbox: connectSandbox() })
  const { id } = await createBlob(ctx, { content, kind: 'a/b' })
  const run = async (slug: string, args: object = { blob: id }) =>
    runToEnd(ctx, { skill: { name: nameOf(slug) }, args: { ...args } })
  return { ctx, user, id, run }
}

async function read(ctx: Context, id: unknown): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of openBlob(ctx, id)) parts.push(part)
  return Buffer.concat(parts)
}

const blobsOf = (organisationId: string) => database().blob.count({ where: { organisationId } })
const outputOf = ({ output }: { output?: unknown }) => output as Record<string, string>

const large = await setUp()

describe('a blob of more than 10 MB', () => {
  test('is read part by part in JavaScript', async () => {
    const { run } = large

    expect((await run('read_js')).output).toEqual({
      ...{ message: 'Done.', sizeBytes: LARGE.length, largest: 4 * MB },
      hash: LARGE_HASH,
    })
  })

  test('is read and sought in part by part in Python', async () => {
    const { run } = large

    expect((await run('read_py')).output).toEqual({
      ...{ message: 'Done.', sizeBytes: LARGE.length, hash: LARGE_HASH },
      end: [...LARGE.subarray(-3)],
    })
  })

  test.each(['copy_js', 'copy_py'])('is written part by part: %s', async (slug) => {
    const { ctx, run } = large

    const { blob } = outputOf(await run(slug))

    expect(await findBlob(ctx, blob)).toMatchObject({
      kind: 'a/b',
      sizeBytes: LARGE.length,
      sha256: LARGE_HASH,
    })
  })

  test('is not put into the memory of a Python run, whose log says how to read it', async () => {
    const { ctx, id } = large
    const small = await createBlob(ctx, { content: SMALL, kind: 'text/plain' })

    const run = await runToEnd(ctx, {
      skill: { name: nameOf('mount_py') },
      args: {},
      inputBlobs: [id, small.id],
    })

    expect(run.output).toMatchObject({ files: [small.id] })
    expect(run.logs).toMatchObject([
      { text: `${id} is not in /blobs, because it is larger than 10 MB. Read it with runtime.blobs.open.` },
    ])
  })
})

test('a part of a blob, and an empty one, are read as streams', async () => {
  const { run } = await setUp(SMALL)
  const empty = await setUp(new Uint8Array(0))

  expect((await empty.run('read_js')).output).toMatchObject({ sizeBytes: 0 })
  expect((await empty.run('copy_js')).state).toBe('succeeded')
  const some = await run('read_js', { blob: 'blob:none', range: { start: 2, end: 7 } })
  expect(some.error).toMatchObject({ code: 'NOT_FOUND' })
})

test('bytes, texts and files of any size are written', async () => {
  const { ctx, run } = await setUp(SMALL)

  const { blob, text, file } = outputOf(await run('bytes_js'))

  expect((await read(ctx, blob)).equals(Buffer.alloc(12 * MB, 7))).toBe(true)
  expect((await read(ctx, text)).equals(Buffer.from('é'.repeat(3 * MB)))).toBe(true)
  expect(await findBlob(ctx, file)).toMatchObject({ kind: 'text/csv', sizeBytes: 3 })
})

test.each(['broken_js', 'broken_py'])('a stream that fails leaves no blob: %s', async (slug) => {
  const { user, run } = await setUp(SMALL)

  expect((await run(slug)).output).toMatchObject({ why: 'no more' })
  expect(await blobsOf(user.organisation.id)).toBe(1)
})

test('a stream that is not ended leaves no blob and no content', async () => {
  const { user, run } = await setUp(SMALL)
  const before = await database().blobContent.count({ where: { sha256: null } })

  expect((await run('left_js')).state).toBe('succeeded')
  expect(await blobsOf(user.organisation.id)).toBe(1)
  await expect.poll(() => database().blobContent.count({ where: { sha256: null } })).toBe(before)
})

test('a stream without an end stops at what the organisation may store', async () => {
  const { user, run } = await setUp(SMALL)
  await database().organisationLimit.create({
    data: { organisationId: user.organisation.id, key: 'blobQuota', value: '20' },
  })
  forgetStoredSettings()

  expect((await run('forever_js')).output).toMatchObject({
    why: ['LIMIT_REACHED', expect.stringContaining('limit for blobs')],
  })
  expect(await blobsOf(user.organisation.id)).toBe(1)
})

test.each(['read_js', 'copy_js', 'read_py'])(
  'a blob of another organisation is not read as a stream: %s',
  async (slug) => {
    const { id } = await setUp(SMALL)
    const { run } = await setUp(SMALL)

    expect((await run(slug, { blob: id })).error).toMatchObject({ code: 'NOT_FOUND' })
  },
)
