import type { ContentBlock } from '@modelcontextprotocol/server'
import { bareKind, isTextualKind } from '../../blobs/blob-kind.ts'
import { findBlob, openBlob } from '../../blobs/blobs.ts'
import type { BlobView } from '../../blobs/list-blobs.ts'
import type { Context } from '../../context/context.ts'

/** The media types that models can look at and clients can play. */
const MEDIA = /^(image\/(png|jpeg|gif|webp)|audio\/(wav|mpeg|ogg|flac|mp4|webm))$/
const MAX_MEDIA_BYTES = 512 * 1024
const MAX_MEDIA = 4
/** About a thousand tokens, which cost less than another call to read the text. */
const MAX_TEXT_BYTES = 4096

/**
 * Returns content for the blobs that exist: small pictures and sounds, so that models perceive them; short texts; and
 * links to all others, which the client reads with resources/read. The blob `linked` is always a link.
 */
export async function blobContent(
  ctx: Context,
  ids: readonly string[],
  linked?: string,
): Promise<ContentBlock[]> {
  const found = await Promise.all(ids.map((id) => findBlob(ctx, id).catch(() => null)))
  const blobs = found.filter((blob) => blob !== null)
  const media = blobs.filter(isSmallMedia).slice(0, MAX_MEDIA)
  const blocks = await Promise.all(
    blobs.map(async (blob): Promise<ContentBlock[]> => {
      if (media.includes(blob)) return [await mediaBlock(ctx, blob), linkTo(blob)]
      return isTextualKind(blob.kind) && blob.sizeBytes <= MAX_TEXT_BYTES && blob.id !== linked
        ? [await textBlock(ctx, blob)]
        : [linkTo(blob)]
    }),
  )
  return blocks.flat()
}

function isSmallMedia({ kind, sizeBytes }: BlobView): boolean {
  return MEDIA.test(bareKind(kind)) && sizeBytes <= MAX_MEDIA_BYTES
}

async function mediaBlock(ctx: Context, { id, kind }: BlobView): Promise<ContentBlock> {
  const mimeType = bareKind(kind)
  const data = (await readBytes(ctx, id)).toString('base64')
  return { type: mimeType.startsWith('image/') ? 'image' : 'audio', data, mimeType }
}

async function textBlock(ctx: Context, { id, kind }: BlobView): Promise<ContentBlock> {
  const text = (await readBytes(ctx, id)).toString('utf8')
  return { type: 'resource', resource: { uri: blobUri(id), mimeType: kind, text } }
}

async function readBytes(ctx: Context, id: string): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(openBlob(ctx, id)))
}

function linkTo({ id, kind: mimeType, name, sizeBytes: size }: BlobView): ContentBlock {
  return { type: 'resource_link', uri: blobUri(id), name: name ?? id, mimeType, size }
}

function blobUri(id: string): string {
  return `blob://${id.replace(/^blob:/, '')}`
}
