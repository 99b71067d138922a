import { isTextualKind, parseBlobKind } from '../../blobs/blob-kind.ts'
import { createBlob, sampleBlob } from '../../blobs/blobs.ts'
import type { Context } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { bytesOfText } from '../../kernel/text/text-bytes.ts'
import type { ProtocolTool } from './protocol-tool.ts'
import { CREATE_BLOB_TOOL, READ_BLOB_TOOL } from './protocol-tool-schemas.ts'
import { readJsonPart } from './read-json-part.ts'
import { USUAL_OUTPUT_CHARS } from './to-agent-result.ts'

export const createBlobTool: ProtocolTool = {
  ...CREATE_BLOB_TOOL,
  scope: 'write',
  isPublic: false,
  extras: { kind: { minLength: 1, maxLength: 255 } },
  async run(ctx: Context, params: JsonObject) {
    const { content, kind } = params as { content: string; kind: string }
    const read = parseBlobKind(kind)
    const isText = !read.isBase64 && isTextualKind(read.kind)
    const bytes = isText ? bytesOfText(content) : fromBase64(content, read.kind)
    const blob = await createBlob(ctx, { content: bytes, kind: read.kind })
    return { blob_id: blob.id, size_bytes: blob.sizeBytes }
  },
}

/** Accepts RFC 4648 §4 and §5, with optional padding and line breaks. */
function fromBase64(content: string, kind: string): Uint8Array {
  const text = content
    .replaceAll(/[\r\n\t ]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  const [, digits = ''] = /^([A-Za-z0-9+/]*)={0,2}$/.exec(text) ?? []
  if (digits.length % 4 !== 1 && (digits !== '' || text === '')) return Buffer.from(digits, 'base64')
  throw new AppError('INVALID_INPUT', {
    message: `Content of kind ${kind} must be base64-encoded.`,
    issues: [{ path: '/content', keyword: 'format', message: 'must be base64' }],
  })
}

const MEGABYTE = 1024 * 1024
const MAX_READ_BYTES = 10 * MEGABYTE

export const readBlob: ProtocolTool = {
  ...READ_BLOB_TOOL,
  scope: 'read',
  isPublic: false,
  extras: {
    blob_id: { maxLength: 100 },
    max_bytes: { minimum: 0, maximum: MAX_READ_BYTES },
    pointer: {
      type: 'string',
      pattern: '^(/.*)?$',
      maxLength: 1_000,
      description: 'A JSON Pointer to the part of a JSON blob to return, such as /rows',
    },
    offset: { type: 'integer', minimum: 0, description: 'The first item of a list to return. Default: 0' },
    count: { type: 'integer', minimum: 1, description: 'How many items of a list to return. Default: all' },
  },
  shownExtras: ['pointer', 'offset', 'count'],
  async run(ctx: Context, params: JsonObject, sent: JsonObject) {
    const {
      blob_id: id,
      mode,
      max_bytes: usual,
      pointer,
      offset = 0,
      count,
    } = params as {
      blob_id: string
      mode: 'sample_head' | 'sample_tail' | 'full'
      max_bytes: number
      pointer?: string
      offset?: number
      count?: number
    }
    if (pointer !== undefined || sent.offset !== undefined || count !== undefined) {
      const maxBytes = sent.max_bytes === undefined ? USUAL_OUTPUT_CHARS : usual
      return readJsonPart(ctx, id, { pointer: pointer ?? '', offset, count, maxBytes })
    }
    // Without a limit, `full` uses the maximum.
    const maxBytes = mode === 'full' && sent.max_bytes === undefined ? MAX_READ_BYTES : usual
    const { content, encoding, truncated, sizeBytes, kind } = await sampleBlob(ctx, id, { mode, maxBytes })
    return { blob_id: id, kind, content, size_bytes: sizeBytes, truncated, encoding }
  },
}
