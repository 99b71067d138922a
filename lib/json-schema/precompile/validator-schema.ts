/** Which schemas have compiled validators, and how a browser sends one to the server that compiles it. */
import type { JsonSchema } from '../../kernel/json/json.ts'
import { hasUnevaluatedKeywords, isTooLargeForAjv } from '../evaluate/ajv-limits.ts'
import { mapSchema } from '../tree/schema-tree.ts'

// The code of such a schema has up to 200 KiB, and takes up to 0.1 s to generate. Few contracts are larger.
const MAX_KEYWORDS = 100

export function canPrecompile(schema: JsonSchema): boolean {
  return (
    !isTooLargeForAjv(schema, MAX_KEYWORDS) &&
    !hasUnevaluatedKeywords(schema) &&
    !ID_ENDS_COMMENT.test(JSON.stringify(schema))
  )
}

/** An `$id` that ends the comment into which Ajv writes it would turn its rest into code. */
const ID_ENDS_COMMENT = /"\$id":"(?:[^"\\]|\\.)*\*\//

// Reverse proxies refuse longer request lines than 8 KiB.
export const MAX_ENCODED_CHARS = 7_000

/**
 * Returns what a validator depends on, compressed for a URL. Returns undefined for a schema that cannot be compiled or
 * is too long for a URL.
 */
export async function encodeSchema(schema: JsonSchema): Promise<string | undefined> {
  if (!canPrecompile(schema)) return undefined
  const json = new Blob([JSON.stringify(mapSchema(schema, withoutAnnotations))])
  const deflated = new Response(json.stream().pipeThrough(new CompressionStream('deflate-raw')))
  const bytes = new Uint8Array(await deflated.arrayBuffer())
  if (bytes.length > MAX_ENCODED_CHARS) return undefined
  const encoded = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  return encoded.length > MAX_ENCODED_CHARS ? undefined : encoded
}

/** They do not change what is valid, and are most of a contract's text. */
function withoutAnnotations({
  title: _t,
  description: _d,
  default: _v,
  examples: _e,
  $comment: _c,
  ...rest
}: JsonSchema): JsonSchema {
  return rest
}
