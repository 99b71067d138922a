/**
 * A contract document as an HTTP answer. Floor 4, pure.
 *
 * The ETag is the contract hash, and a weak one: a version that changed only its code has the same contract under
 * another number. Source: RFC 9110 §8.8.3 and §13.1.2; specification "Contracts" §6, the contract document.
 */
import type { JsonObject } from '../contract/json/json.ts'

export type AnswerableContract = {
  version: string
  /** Kept by whoever asked and by nobody on the way. */
  isPrivate: boolean
  contract: JsonObject
  contractHash: string
  permissionsHash: string
}

// A published version never changes; the latest does when the next is published.
const KEPT = {
  exact: 'public, max-age=86400',
  moving: 'public, max-age=60, must-revalidate',
  private: 'private, no-cache',
}

/** `asked` is the version as it was asked for, `known` the request's If-None-Match. */
export function answerContract(
  { version, isPrivate, contract, contractHash, permissionsHash }: AnswerableContract,
  { asked, known }: { asked: string | undefined; known: string | null },
): Response {
  const headers = {
    etag: `W/"${contractHash}"`,
    'cache-control': KEPT[isPrivate ? 'private' : asked === version ? 'exact' : 'moving'],
    // The latest version that a key may see need not be the latest for everybody.
    vary: 'authorization',
    'contract-hash': contractHash,
    'permissions-hash': permissionsHash,
  }
  if (isKnown(contractHash, known)) return new Response(null, { status: 304, headers })
  return new Response(`${JSON.stringify(contract, null, 2)}\n`, {
    headers: { ...headers, 'content-type': 'application/schema+json; charset=utf-8' },
  })
}

/** Compared as a browser may send it back: weak or strong, alone or among others. */
function isKnown(hash: string, known: string | null): boolean {
  const tags = (known ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(`"${hash}"`)
}
