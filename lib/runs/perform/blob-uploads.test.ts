import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { countParts, countWritten, openBlobUploads } from './blob-uploads.ts'

const never = new AbortController().signal
const part = (text: string) => Buffer.from(text)

/** Opens uploads whose store keeps what arrived, at most `max` bytes of all. */
function openUploads({ max = 100 } = {}) {
  const stored: string[] = []
  const count = countWritten(max)
  const uploads = openBlobUploads(async (content) => {
    stored.push((await buffer(countParts(content, count))).toString())
    return `blob:${stored.length}`
  })
  return { uploads, stored }
}

describe('a blob that code writes part by part', () => {
  test('has its parts in order, and its id when it is closed', async () => {
    const { uploads, stored } = openUploads()
    const [a, b] = [uploads.open('a/b', never), uploads.open('a/b', never)]
    await uploads.append(a, part('one '))
    await uploads.append(b, part('other'))
    await uploads.append(a, part('two'))

    expect([await uploads.close(a), await uploads.close(b)]).toEqual(['blob:1', 'blob:2'])
    expect(stored).toEqual(['one two', 'other'])
  })

  test('is refused as soon as all blobs of the run are too large together', async () => {
    const { uploads, stored } = openUploads({ max: 10 })
    const first = uploads.open('a/b', never)
    await uploads.append(first, part('12345678'))
    await uploads.close(first)
    const second = uploads.open('a/b', never)

    const refused = uploads.append(second, part('123')).then(() => uploads.close(second))
    await expect(refused).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      message: 'The blobs of a run can have at most 10 bytes together.',
    })
    expect(stored).toEqual(['12345678'])
  })

  test.each([
    ['was never opened', async () => 'unknown'],
    [
      'was closed',
      async ({ open, close }: ReturnType<typeof openUploads>['uploads']) => {
        const id = open('a/b', never)
        await close(id)
        return id
      },
    ],
    [
      'was aborted',
      async ({ open, abort }: ReturnType<typeof openUploads>['uploads']) => {
        const id = open('a/b', never)
        abort(id)
        return id
      },
    ],
  ])('takes no part if it %s', async (_, open) => {
    const { uploads } = openUploads()
    const id = await open(uploads)

    await expect(uploads.append(id, part('a'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(uploads.close(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is not stored if the run ends before it is closed', async () => {
    const { uploads, stored } = openUploads()
    const run = new AbortController()
    const id = uploads.open('a/b', run.signal)
    await uploads.append(id, part('one'))
    run.abort()

    await expect(uploads.append(id, part('two'))).rejects.toThrow('The run has ended.')
    expect(stored).toEqual([])
  })

  test('is one of at most eight at the same time', () => {
    const { uploads } = openUploads()
    for (let count = 0; count < 8; count += 1) uploads.open('a/b', never)

    expect(() => uploads.open('a/b', never)).toThrow('at most 8 blobs')
  })
})
