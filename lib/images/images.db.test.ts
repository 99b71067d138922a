import { expect, test } from 'vitest'
import { contextFor, makeUser, visitor } from '../testing/factories.ts'
import { getImage, uploadImage } from './images.ts'

// A whole picture: one transparent pixel.
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

test('a picture is served back as it came, under the name of its content', async () => {
  const ctx = await contextFor(await makeUser())

  const { path, mime } = await uploadImage(ctx, PIXEL)
  const again = await uploadImage(await contextFor(await makeUser()), PIXEL)

  const image = await getImage(visitor(), path.replace('/images/', ''))
  expect([mime, image.mime]).toEqual(['image/gif', 'image/gif'])
  expect(Buffer.from(image.bytes).equals(PIXEL)).toBe(true)
  expect(again.path).toBe(path)
})

test('a visitor cannot upload', async () => {
  await expect(uploadImage(visitor(), PIXEL)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test.each([
  ['an SVG', Buffer.from('<svg/>')],
  ['a picture of 60 000 pixels', Buffer.concat([Buffer.from('GIF89a'), Buffer.from([96, 234, 1, 0]), PIXEL])],
  ['a picture of no pixels', Buffer.concat([Buffer.from('GIF89a'), Buffer.from([0, 0, 1, 0]), PIXEL])],
  ['3 MB', Buffer.concat([PIXEL, Buffer.alloc(3 * 1024 * 1024)])],
])('%s is refused', async (_, bytes) => {
  const ctx = await contextFor(await makeUser())

  await expect(uploadImage(ctx, bytes)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test.each(['', 'x', '../../etc/passwd', `${'a'.repeat(64)}`, 'A'.repeat(64), '\0'])(
  'there is no picture %j',
  async (id) => {
    await expect(getImage(visitor(), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  },
)
