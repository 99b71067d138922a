import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { contextFor, makeUser, visitor } from '../../testing/factories.ts'
import { endsWith, returns, throws } from '../../testing/fake-sandbox.ts'
import { sumImageBytes } from '../rows/image-rows.ts'
import { fetchImage, getImage, MAX_IMAGE_BYTES_PER_PERSON, uploadImage } from './images.ts'

const LATE = { durationMs: 1, logs: [] }
// A complete GIF image of one transparent pixel.
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** A GIF image with a comment after its end, which makes its bytes unique. */
const freshPixel = () => Buffer.concat([PIXEL, crypto.getRandomValues(new Uint8Array(16))])

test('a picture is served back as it came, under the name of its content', async () => {
  const ctx = await contextFor(await makeUser())

  const { path, mime } = await uploadImage(ctx, PIXEL)
  const again = await uploadImage(await contextFor(await makeUser()), PIXEL)

  const image = await getImage(visitor(), path.replace('/images/', ''))
  expect([mime, image.mime]).toEqual(['image/gif', 'image/gif'])
  expect(Buffer.from(image.bytes).equals(PIXEL)).toBe(true)
  expect(again.path).toBe(path)
})

test('a visitor cannot upload an image', async () => {
  await expect(uploadImage(visitor(), PIXEL)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

describe('a person whose images use the whole quota', () => {
  async function setUp(usedBytes: number) {
    const user = await makeUser()
    const id = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
    const stored = { id, mime: 'image/gif', bytes: new Uint8Array(PIXEL), sizeBytes: usedBytes }
    await database().image.create({ data: { ...stored, createdById: user.id } })
    return { ctx: await contextFor(user), used: () => sumImageBytes(database(), user.id) }
  }

  test('a person whose image quota is used up is told the quota, what is used, and how to get room', async () => {
    const { ctx } = await setUp(MAX_IMAGE_BYTES_PER_PERSON)

    await expect(uploadImage(ctx, freshPixel())).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      options: {
        suggestedAction: expect.stringContaining('Remove images from your SkillSets'),
        limit: {
          what: 'image_storage',
          max: MAX_IMAGE_BYTES_PER_PERSON,
          used: MAX_IMAGE_BYTES_PER_PERSON,
          unit: 'bytes',
        },
      },
    })
  })

  test('uploads at the same time cannot exceed a person’s image quota', async () => {
    const image = freshPixel()
    const { ctx, used } = await setUp(MAX_IMAGE_BYTES_PER_PERSON - 2 * image.length)

    const uploads = await Promise.allSettled(Array.from({ length: 5 }, () => uploadImage(ctx, freshPixel())))

    expect(uploads.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await used()).toBe(MAX_IMAGE_BYTES_PER_PERSON)
  })

  test('an image that is stored already can be uploaded although the quota is used up', async () => {
    const image = freshPixel()
    await uploadImage(await contextFor(await makeUser()), image)
    const { ctx } = await setUp(MAX_IMAGE_BYTES_PER_PERSON)

    await expect(uploadImage(ctx, image)).resolves.toMatchObject({ mime: 'image/gif' })
  })
})

test.each([
  ['an SVG', Buffer.from('<svg/>')],
  ['a picture of 60 000 pixels', Buffer.concat([Buffer.from('GIF89a'), Buffer.from([96, 234, 1, 0]), PIXEL])],
  ['a picture of no pixels', Buffer.concat([Buffer.from('GIF89a'), Buffer.from([0, 0, 1, 0]), PIXEL])],
  ['3 MB', Buffer.concat([PIXEL, Buffer.alloc(3 * 1024 * 1024)])],
])('an image upload of %s is refused', async (_, bytes) => {
  const ctx = await contextFor(await makeUser())

  await expect(uploadImage(ctx, bytes)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test.each(['', 'x', '../../etc/passwd', `${'a'.repeat(64)}`, 'A'.repeat(64), '\0'])(
  'an unknown image %j is not found',
  async (id) => {
    await expect(getImage(visitor(), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  },
)

describe('a picture that lives elsewhere', () => {
  const AT = 'https://example.com/logo.gif'
  const asks = async (sandbox: Sandbox) => contextFor(await makeUser(), { sandbox })

  test('a picture that lives elsewhere is fetched from its own host only, and stored', async () => {
    const sandbox = returns(PIXEL.toString('base64'))

    const { path } = await fetchImage(await asks(sandbox), AT)

    expect(sandbox.jobs).toMatchObject([{ network: ['example.com'], secrets: [], config: {} }])
    const stored = await getImage(visitor(), path.replace('/images/', ''))
    expect(Buffer.from(stored.bytes).equals(PIXEL)).toBe(true)
  })

  test.each([
    ['something else than a picture', returns(Buffer.from('<html>').toString('base64')), /not supported/],
    ['an address that answers 404', throws({ message: 'It answers 404.' }), /It answers 404/],
    ['a slow response', endsWith(() => ({ ...LATE, kind: 'limit', limit: 'wall', message: '' })), /too long/],
  ])('fetching a picture is refused: %s', async (_, sandbox, message) => {
    const error = { code: 'INVALID_INPUT', message: expect.stringMatching(message) }
    await expect(fetchImage(await asks(sandbox), AT)).rejects.toMatchObject(error)
  })

  test.each(['', 'logo.png', 'file:///etc/passwd', 'javascript:alert(1)', '/images/x'])(
    'fetching a picture is refused at %j, without a request',
    async (address) => {
      const sandbox = returns('')
      await expect(fetchImage(await asks(sandbox), address)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      expect(sandbox.jobs).toEqual([])
    },
  )

  test('fetching a picture reports an unavailable sandbox, and requires an account', async () => {
    const down = endsWith(() => ({ ...LATE, kind: 'unavailable', message: 'The sandbox is down.' }))
    await expect(fetchImage(await asks(down), AT)).rejects.toMatchObject({ code: 'TOOL_NOT_AVAILABLE' })
    await expect(fetchImage(visitor(), AT)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})
