import { expect, test } from 'vitest'
import { readBody } from './read-body.ts'

const post = (body?: BodyInit) =>
  new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit)

test('a body up to the limit comes whole', async () => {
  expect(Buffer.from(await readBody(post('four'), 4)).toString()).toBe('four')
  expect(await readBody(post(), 4)).toHaveLength(0)
})

test('one byte more is refused', async () => {
  await expect(readBody(post('fives'), 4)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test.each([
  [64 * 1024, 'at most 64 kB'],
  [2 * 1024 * 1024, 'at most 2 MB'],
])('more than %i bytes are refused with the limit', async (maxBytes, message) => {
  await expect(readBody(post('x'.repeat(maxBytes + 1)), maxBytes)).rejects.toThrow(message)
})

test('an endless body is read no further than the limit', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(1024))
    },
  })

  await expect(readBody(post(endless), 4 * 1024)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(sent).toBeLessThan(10)
})
