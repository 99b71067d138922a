import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { isObject, type Json } from '../../kernel/json/json.ts'
import type { InvalidMessage } from './validate-message.ts'

/** In `_meta` of each request since 2026-07-28, which has no `initialize`. */
const VERSION_IN_META = 'io.modelcontextprotocol/protocolVersion'

/** Versions are dates, so they sort as text. */
const [NEWEST] = [...SUPPORTED_PROTOCOL_VERSIONS].sort().reverse()

/**
 * Returns the refusal of a request in a newer version of MCP than this server speaks, or undefined for any other
 * message.
 *
 * Clients of newer versions start with `server/discover` and fall back to `initialize` when it fails. Some fall back
 * only if the error is "method not found" and has the request's id (https://github.com/aaif-goose/goose/issues/12257).
 * The code for an unsupported version, −32022, would mean that this server has no version before 2026-07-28.
 */
export function newerProtocolError(headers: Headers, body: Json): InvalidMessage | undefined {
  if (!isObject(body)) return undefined
  const { id, method } = body
  if (typeof id !== 'string' && !Number.isInteger(id)) return undefined
  // A request to initialize negotiates the version itself.
  if (method === 'initialize') return undefined
  const isNewer = [headers.get('mcp-protocol-version'), versionInMeta(body.params)].some(isNewerVersion)
  if (!isNewer && method !== 'server/discover') return undefined
  const message = `Method not found. This server supports MCP up to ${NEWEST}: start with initialize.`
  return { id: id as string | number, code: -32601, message }
}

function versionInMeta(params: Json | undefined): Json | undefined {
  return isObject(params) && isObject(params._meta) ? params._meta[VERSION_IN_META] : undefined
}

function isNewerVersion(version: Json | undefined): boolean {
  return typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version) && version > NEWEST!
}
