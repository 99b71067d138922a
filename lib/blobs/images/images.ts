/** Images are named by the SHA-256 of their bytes, so URLs are immutable. */
import { createHash, randomUUID } from 'node:crypto'
import { BUILT_IN_PUBLISHER } from '../../catalog/model/catalog-labels.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import { isWebUrl } from '../../contracts/document/config-rule.ts'
import { IMAGE_FIELDS, imagePath, readImagePath } from '../../contracts/document/image-path.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { limitReached } from '../../kernel/limit-reached.ts'
import { formatBytes } from '../../kernel/text/format.ts'
import { JAVASCRIPT_LIMITS, type Outcome, type SandboxJob } from '../../sandbox/sandbox.ts'
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '../model/image-limits.ts'
import {
  findImage,
  insertImage,
  lockImagesOf,
  markImagesShown,
  renewImage,
  type StoredImage,
  sumImageBytes,
} from '../rows/image-rows.ts'
import { imageKind } from './image-kind.ts'

type UploadedImage = { path: string; mime: string; width: number; height: number }

/** Enough for some forty of maximum size. */
export const MAX_IMAGE_BYTES_PER_PERSON = 80 * 1024 * 1024

/**
 * An image that is stored already, by anyone, takes no room. The sweep deletes it unless a document shows it within a
 * day. Throws UNAUTHENTICATED; INVALID_INPUT unless it is a PNG, JPEG, WebP or GIF within the limits; LIMIT_REACHED if
 * the person's quota is used up.
 */
export async function uploadImage(ctx: Context, bytes: Uint8Array): Promise<UploadedImage> {
  const { userId } = requireViewer(ctx)
  if (bytes.length > MAX_IMAGE_BYTES) throw refused('An image can be at most 2 MB.')
  const kind = imageKind(bytes)
  if (!kind) throw refused('This image format is not supported. Use PNG, JPEG, WebP or GIF.')
  const { mime, width, height } = kind
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_IMAGE_PIXELS) {
    throw refused(
      `An image can be at most ${MAX_IMAGE_PIXELS} pixels wide and high. This one is ${width} × ${height}.`,
    )
  }
  const id = createHash('sha256').update(bytes).digest('hex')
  await ctx.db.$transaction(async (tx) => {
    if (await renewImage(tx, id)) return
    await lockImagesOf(tx, userId)
    requireImageRoom(await sumImageBytes(tx, userId), bytes.length)
    await insertImage(tx, {
      id,
      mime,
      bytes: new Uint8Array(bytes),
      sizeBytes: bytes.length,
      createdById: userId,
    })
  })
  return { path: imagePath(id), mime, width, height }
}

function requireImageRoom(used: number, moreBytes: number): void {
  if (used + moreBytes <= MAX_IMAGE_BYTES_PER_PERSON) return
  throw limitReached('image_storage', {
    max: MAX_IMAGE_BYTES_PER_PERSON,
    used,
    message: `Your images use ${formatBytes(used)} of ${formatBytes(MAX_IMAGE_BYTES_PER_PERSON)}, so there is no room for this one.`,
  })
}

/** Call it when a document is stored: the sweep, which may be reading documents, then spares its images. */
export async function keepImagesOf(tx: Tx, document: Json): Promise<void> {
  if (!isObject(document)) return
  const shown = IMAGE_FIELDS.flatMap((field) => {
    const url = document[field]
    return typeof url === 'string' ? (readImagePath(url) ?? []) : []
  })
  await markImagesShown(
    tx,
    shown.map((path) => path.slice(imagePath('').length)),
  )
}

export async function getImage(ctx: Pick<Context, 'db'>, id: string): Promise<StoredImage> {
  const image = /^[0-9a-f]{64}$/.test(id) ? await findImage(ctx.db, id) : null
  if (!image) throw new AppError('NOT_FOUND')
  return image
}

function refused(message: string): AppError {
  return new AppError('INVALID_INPUT', { message, suggestedAction: 'Choose another image.' })
}

// Follows no redirects, because the user named one host.
const FETCHER = `export default async function handler({ parameters: { address, most } }) {
  const response = await fetch(address, { redirect: 'manual' })
  const elsewhere = response.status >= 300 && response.status < 400 && response.headers.get('location')
  if (elsewhere) throw new Error('The URL redirects to ' + elsewhere)
  if (!response.ok) throw new Error('The server returned status ' + response.status + '.')
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length > most) throw new Error('It is too large.')
  return bytes.toBase64()
}`

/**
 * Fetches in a sandbox job, through the egress guard. Throws as `uploadImage`; also INVALID_INPUT for an invalid URL or
 * a failed fetch, and TOOL_NOT_AVAILABLE while the sandbox is down.
 */
export async function fetchImage(ctx: Context, address: string): Promise<UploadedImage> {
  const { organisationId, userId } = requireViewer(ctx)
  if (!isWebUrl(address)) throw failed('This is not a valid URL.')
  const owner = { organisation: organisationId, person: userId }
  const outcome = await ctx.sandbox.execute(fetchJob(address, owner))
  return uploadImage(ctx, Buffer.from(encodeOutcome(outcome), 'base64'))
}

/** `address` must satisfy `isWebUrl`. */
export function fetchJob(address: string, owner: Pick<SandboxJob, 'organisation' | 'person'>): SandboxJob {
  return {
    runId: `run_${randomUUID()}`,
    publisher: BUILT_IN_PUBLISHER,
    ...owner,
    isApproved: true,
    isUnreviewed: false,
    runtime: 'javascript',
    definition: FETCHER,
    parameters: { address, most: MAX_IMAGE_BYTES },
    config: {},
    context: {},
    limits: JAVASCRIPT_LIMITS,
    network: [new URL(address).hostname],
    hasSecrets: false,
    secrets: [],
  }
}

function encodeOutcome(outcome: Outcome): string {
  if (outcome.kind === 'returned') return String(outcome.value)
  if (outcome.kind === 'threw') throw failed(outcome.error.message)
  if (outcome.kind === 'unavailable') throw new AppError('TOOL_NOT_AVAILABLE', { message: outcome.message })
  throw failed('It took too long or was too large.')
}

function failed(reason: string): AppError {
  return new AppError('INVALID_INPUT', {
    message: `The image could not be fetched. ${reason}`,
    suggestedAction: 'Download it, then upload it here.',
  })
}
