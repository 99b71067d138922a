/** The ETag is weak: versions with the same contract differ in their number. See docs/spec/contracts.md §6. */
import type { JsonObject } from '../../../kernel/json/json.ts'

type AnswerableContract = {
  version: string
  isPrivate: boolean
  contract: JsonObject
  contractHash: string
  permissionsHash: string
}

/** The media type of JSON Schema (2020-12 Core §15). */
export const CONTRACT_TYPE = 'application/schema+json'

// A published version never changes.
const CACHE_CONTROL = {
  exact: 'public, max-age=86400',
  moving: 'public, max-age=60, must-revalidate',
  private: 'private, no-cache',
}

export function contractResponse(
  { version, isPrivate, contract, contractHash, permissionsHash }: AnswerableContract,
  { asked, known }: { asked: string | undefined; known: string | null },
): Response {
  const headers = {
    etag: `W/"${contractHash}"`,
    'cache-control': CACHE_CONTROL[isPrivate ? 'private' : asked === version ? 'exact' : 'moving'],
    // With a key, another version may be the latest.
    vary: 'authorization',
    'contract-hash': contractHash,
    'permissions-hash': permissionsHash,
  }
  if (isKnownEtag(headers.etag, known)) return new Response(null, { status: 304, headers })
  return new Response(`${JSON.stringify(contract, null, 2)}\n`, {
    headers: { ...headers, 'content-type': `${CONTRACT_TYPE}; charset=utf-8` },
  })
}

/** Compares etags weakly, as If-None-Match requires. */
export function isKnownEtag(etag: string, known: string | null): boolean {
  const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '')
  const tags = (known ?? '').split(',').map(withoutWeakness)
  return tags.includes('*') || tags.includes(withoutWeakness(etag))
}

export function zipResponse({ fileName, bytes }: { fileName: string; bytes: Uint8Array }): Response {
  return new Response(Buffer.from(bytes), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      'cache-control': 'no-store',
    },
  })
}
