/**
 * A picture that lives elsewhere, fetched once and kept here: no page asks another's host for it.
 *
 * Floor 3. A job in the box fetches it, so the request leaves by the egress guard and reaches the one host that was
 * named, if that is in the public internet. Source: specification "Product", Manner.
 */
import { randomUUID } from 'node:crypto'
import { type Context, requireViewer } from '../context.ts'
import { isWebUrl } from '../contract/document/config-rule.ts'
import { HOUSE } from '../contract/market/catalog-words.ts'
import { MAX_IMAGE_BYTES } from '../contract/market/image-kind.ts'
import { AppError } from '../errors.ts'
import { JAVASCRIPT_LIMITS, type Outcome, type SandboxJob } from '../sandbox/sandbox.ts'
import { type UploadedImage, uploadImage } from './images.ts'

// Another host is another decision: nobody is sent on.
const FETCHER = `export default async function handler({ parameters: { address, most } }) {
  const response = await fetch(address, { redirect: 'manual' })
  const elsewhere = response.status >= 300 && response.status < 400 && response.headers.get('location')
  if (elsewhere) throw new Error('The picture is at another address: ' + elsewhere)
  if (!response.ok) throw new Error('It answers ' + response.status + '.')
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length > most) throw new Error('It is larger than a picture can be.')
  return bytes.toBase64()
}`

/**
 * Fetches the picture at `address`, keeps it and returns where it is served. Throws as `uploadImage` does;
 * INVALID_INPUT, too, for what is no address or cannot be fetched, and TOOL_NOT_AVAILABLE while the box is down.
 */
export async function fetchImage(ctx: Context, address: string): Promise<UploadedImage> {
  const { organisationId } = requireViewer(ctx)
  if (!isWebUrl(address)) throw failed('That is no web address.')
  const outcome = await ctx.sandbox.execute(fetchJob(address, organisationId))
  return uploadImage(ctx, Buffer.from(base64Of(outcome), 'base64'))
}

/** For `isWebUrl` addresses. */
export function fetchJob(address: string, organisation: string): SandboxJob {
  return {
    runId: `run_${randomUUID()}`,
    publisher: HOUSE,
    organisation,
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

function base64Of(outcome: Outcome): string {
  if (outcome.kind === 'returned') return String(outcome.value)
  if (outcome.kind === 'threw') throw failed(outcome.error.message)
  if (outcome.kind === 'unavailable') throw new AppError('TOOL_NOT_AVAILABLE', { message: outcome.message })
  throw failed('It took too long, or was too large.')
}

function failed(why: string): AppError {
  return new AppError('INVALID_INPUT', {
    message: `The picture cannot be fetched. ${why}`,
    suggestedAction: 'Download it, and upload it here.',
  })
}
