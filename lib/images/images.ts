/**
 * Pictures that publishers upload: logos and banners, served from our own origin and never from another's.
 *
 * Floor 3. A picture is named by the SHA-256 of its bytes, so its address never changes its meaning.
 */
import { createHash } from 'node:crypto'
import { type Context, requireViewer } from '../context.ts'
import { imagePath } from '../contract/document/own-image.ts'
import { imageKind, MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '../contract/market/image-kind.ts'
import { findImage, insertImage, type StoredImage, sumImageBytes } from '../db/images.ts'
import { AppError } from '../errors.ts'

/** Where it is served, and how big it is drawn. */
export type UploadedImage = { path: string; mime: string; width: number; height: number }

// Some forty logos and banners of the largest size.
const MAX_BYTES_PER_PERSON = 80 * 1024 * 1024

/**
 * Keeps a picture and returns where it is served.
 *
 * Throws UNAUTHENTICATED; INVALID_INPUT for what is no PNG, JPEG, WebP or GIF, or is too large;
 * RATE_LIMIT_EXCEEDED when this person has uploaded very much already.
 */
export async function uploadImage(ctx: Context, bytes: Uint8Array): Promise<UploadedImage> {
  const { userId } = requireViewer(ctx)
  if (bytes.length > MAX_IMAGE_BYTES) throw refused('A picture can be at most 2 MB.')
  const kind = imageKind(bytes)
  if (!kind) throw refused('This is not a picture we can show. Use a PNG, JPEG, WebP or GIF.')
  const { mime, width, height } = kind
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_IMAGE_PIXELS) {
    throw refused(
      `A picture can be at most ${MAX_IMAGE_PIXELS} pixels wide and high; this one is ${width} × ${height}.`,
    )
  }
  if ((await sumImageBytes(ctx.db, userId)) + bytes.length > MAX_BYTES_PER_PERSON) {
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: 'You have uploaded as many pictures as one person can.',
    })
  }
  const id = createHash('sha256').update(bytes).digest('hex')
  await insertImage(ctx.db, {
    id,
    mime,
    bytes: new Uint8Array(bytes),
    sizeBytes: bytes.length,
    createdById: userId,
  })
  return { path: imagePath(id), mime, width, height }
}

/** The bytes of a picture. Open to visitors; throws NOT_FOUND. */
export async function getImage(ctx: Pick<Context, 'db'>, id: string): Promise<StoredImage> {
  const image = /^[0-9a-f]{64}$/.test(id) ? await findImage(ctx.db, id) : null
  if (!image) throw new AppError('NOT_FOUND')
  return image
}

function refused(message: string): AppError {
  return new AppError('INVALID_INPUT', { message, suggestedAction: 'Choose another picture.' })
}
