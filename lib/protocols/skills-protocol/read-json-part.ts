/** Reads a part of a JSON blob, so that an agent does not need the whole of it. */
import { findBlob, openBlob } from '../../blobs/blobs.ts'
import type { Context } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { valueAt } from '../../kernel/json/json-pointer.ts'
import { readJson } from '../../kernel/json/read-json.ts'

/** Parsing more would keep the server from answering others. */
const MAX_BYTES = 4 * 1024 * 1024

export type JsonPart = { pointer: string; offset: number; count: number | undefined; maxBytes: number }

/**
 * Returns the value at a JSON Pointer as JSON text, cut to `maxBytes`; of a list only `count` items from `offset` on, with
 * the number of all items as `total`. Throws NOT_FOUND, also if nothing is at the pointer, and INVALID_INPUT for a blob that
 * is no JSON, too deep, or larger than 4 MiB.
 */
export async function readJsonPart(
  ctx: Context,
  id: string,
  { pointer, offset, count, maxBytes }: JsonPart,
): Promise<JsonObject> {
  const { kind, sizeBytes } = await findBlob(ctx, id)
  if (sizeBytes > MAX_BYTES)
    throw refusal('blob_id', 'has more than 4 MiB, so its parts cannot be read: use mode and max_bytes')
  const text = Buffer.concat(await Array.fromAsync(openBlob(ctx, id))).toString('utf8')
  const found = valueAt(parse(text), pointer)
  if (found === undefined)
    throw new AppError('NOT_FOUND', {
      message: `There is nothing at ${pointer} in this blob.`,
      suggestedAction: 'Read a part of the blob without a pointer to see its fields.',
    })
  const isList = Array.isArray(found)
  const part = isList ? found.slice(offset, count === undefined ? undefined : offset + count) : found
  const content = JSON.stringify(part)
  const cut = Buffer.from(content).subarray(0, maxBytes)
  return {
    blob_id: id,
    kind,
    // A character that was cut is left out.
    content: new TextDecoder().decode(cut, { stream: true }),
    size_bytes: sizeBytes,
    truncated: cut.byteLength < Buffer.byteLength(content),
    encoding: 'utf-8',
    ...(isList && { total: found.length }),
  }
}

function parse(text: string): Json {
  const { value, fault } = readJson(text)
  if (!fault) return value
  const reason = fault.kind === 'excess' ? `is too complex (${fault.message})` : 'is not JSON'
  throw refusal('blob_id', `${reason}, so its parts cannot be read: use mode and max_bytes`)
}

function refusal(field: string, message: string): AppError {
  return new AppError('INVALID_INPUT', {
    message: `${field} ${message}.`,
    issues: [{ path: `/${field}`, message }],
  })
}
