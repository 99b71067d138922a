import { expect, test } from 'vitest'
import { createBlob } from '../../blobs/blobs.ts'
import { contextFor, makeUser } from '../../testing/factories.ts'
import { readJsonPart } from './read-json-part.ts'

const ctx = await contextFor(await makeUser())
const WHOLE = { pointer: '', offset: 0, count: undefined, maxBytes: 1_000 }

async function store(content: string, kind = 'application/json'): Promise<string> {
  return (await createBlob(ctx, { content: new TextEncoder().encode(content), kind })).id
}

test('a part of a JSON blob is cut between characters, and says so', async () => {
  const id = await store('{"a":"ñandú"}')

  expect(await readJsonPart(ctx, id, { ...WHOLE, pointer: '/a', maxBytes: 2 })).toMatchObject({
    content: '"',
    truncated: true,
  })
})

test('an item of a list in a JSON blob is read by its position', async () => {
  const id = await store('{"rows":[{"n":1},{"n":2}]}')

  expect(await readJsonPart(ctx, id, { ...WHOLE, pointer: '/rows/1' })).toMatchObject({ content: '{"n":2}' })
})

test.each([
  ['text', 'not JSON', /^blob_id is not JSON/],
  ['two million levels', '['.repeat(2_000_000), /^blob_id is too complex \(nested deeper/],
  ['a million values', `[${'0,'.repeat(1_000_000)}0]`, /^blob_id is too complex \(more than 600,000 values/],
  ['more than 4 MiB', JSON.stringify('x'.repeat(4 * 1024 * 1024)), /^blob_id has more than 4 MiB/],
])('no part is read of a blob with %s', async (_, content, message) => {
  await expect(readJsonPart(ctx, await store(content, 'text/plain'), WHOLE)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(message),
  })
})

test('a part of a blob of another organisation is not read', async () => {
  const stranger = await contextFor(await makeUser())

  await expect(readJsonPart(stranger, await store('{}'), WHOLE)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
