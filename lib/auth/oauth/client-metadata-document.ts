/**
 * Clients whose id is the https URL of a document about them (MCP, Authorization, Client ID Metadata Documents;
 * draft-ietf-oauth-client-id-metadata-document). Nobody registers: the document is fetched when a person is asked.
 */
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Context } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { guardedFetch } from '../../kernel/network/guarded-fetch.ts'
import { isTrustedHost } from '../../kernel/network/pin-host.ts'
import { oncePerProcess } from '../../kernel/process/once-per-process.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { enforceRateLimit, RATE_LIMITS } from '../enforce-rate-limit.ts'
import { type ClientRow, findClient, saveClient } from '../rows/oauth.ts'
import { parseClient } from './register-client.ts'

const MAX_URL_CHARS = 500
const MAX_DOCUMENT_BYTES = 64 * 1024
const TIMEOUT_MS = 5_000
const FRESH_MS = 10 * 60_000
const MAX_FRESH = 1_000

/** The URLs of documents that were fetched recently. */
const fresh = oncePerProcess(
  'client metadata documents',
  () => new LRUCache<string, true>({ max: MAX_FRESH, ttl: FRESH_MS }),
)

/** Returns whether a client id is the URL of a document; other ids were given at registration. */
export function isDocumentUrl(clientId: string): boolean {
  return isUrlLike(clientId) && documentUrlProblem(clientId) === undefined
}

/** Returns the refusal of a client id that is meant as the URL of a document and cannot be one; undefined for any other id. */
export function documentUrlError(clientId: string): AppError | undefined {
  const problem = isUrlLike(clientId) ? documentUrlProblem(clientId) : undefined
  if (problem === undefined) return undefined
  return new AppError('INVALID_INPUT', {
    message: `The app that sent you here names itself “${clientId.slice(0, 200)}”, which ${problem}.`,
    suggestedAction:
      'Tell its developer: a client id that is an address must be the https address of its metadata document, such as https://app.example/client.json.',
  })
}

function isUrlLike(clientId: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(clientId)
}

function documentUrlProblem(clientId: string): string | undefined {
  if (clientId.length > MAX_URL_CHARS) return `has more than ${MAX_URL_CHARS} characters`
  if (!URL.canParse(clientId) || !isStorable(clientId)) return 'is no valid address'
  const url = new URL(clientId)
  const isAllowed =
    url.protocol === 'https:' || (url.protocol === 'http:' && isTrustedHost(url, trustedHosts()))
  if (!isAllowed) return 'does not begin with https://'
  if (url.pathname === '/') return 'has no path'
  if (clientId.includes('#')) return 'has a fragment (#…)'
  if (url.username) return 'has a user name'
  // An id has one spelling, so dot segments, which parsing removes, are refused.
  return url.href === clientId ? undefined : `is not written in its shortest form, ${url.href.slice(0, 200)}`
}

/**
 * Returns the client that the document describes, from the database for ten minutes. Throws INVALID_INPUT for a document
 * that cannot be fetched, or does not describe a client with this id, and RATE_LIMIT_EXCEEDED for too many of one host.
 */
export async function findDocumentClient(ctx: Context, clientId: string): Promise<ClientRow> {
  const known = fresh.has(clientId) ? await findClient(ctx.db, clientId) : null
  if (known) return known
  // Strangers must not make this site call another one without end.
  await enforceRateLimit(ctx.db, RATE_LIMITS.documentsByHost, new URL(clientId).host)
  const client = await saveClient(ctx.db, readDocument(clientId, await fetchDocument(clientId)))
  fresh.set(clientId, true)
  return client
}

/** The guard reaches no private address and follows no redirect. */
async function fetchDocument(clientId: string): Promise<Json> {
  const request = { method: 'GET', headers: { accept: 'application/json' } }
  const options = { trusted: trustedHosts(), timeoutMs: TIMEOUT_MS }
  const response = await guardedFetch(clientId, request, options).catch(() => undefined)
  if (!response) throw invalidDocument(clientId, 'cannot be reached')
  if (response.status !== 200) throw invalidDocument(clientId, `returned HTTP ${response.status}`)
  const bytes = await response.arrayBuffer()
  if (bytes.byteLength > MAX_DOCUMENT_BYTES) throw invalidDocument(clientId, 'is larger than 64 KiB')
  return new Response(bytes).json().catch(() => null)
}

// A public client with PKCE is the only kind that this server has. A shared secret cannot be in a public document.
const method = z.literal('none').optional()

function readDocument(clientId: string, document: Json): Omit<ClientRow, 'createdAt'> {
  if (!isObject(document)) throw invalidDocument(clientId, 'is not a JSON object')
  if (document.client_id !== clientId)
    throw invalidDocument(clientId, 'has another client_id than its address')
  if (!method.safeParse(document.token_endpoint_auth_method).success)
    throw invalidDocument(clientId, 'asks for an authentication other than “none”')
  const parsed = parseClient(document)
  if ('problem' in parsed) throw invalidDocument(clientId, `is invalid: ${parsed.problem}`)
  const { name, redirectUris } = parsed
  const { host, origin } = new URL(clientId)
  // The host is what the document proves. It is shown wherever the name is.
  return { id: clientId, name: name === host ? name : `${name} (${host})`, redirectUris, website: origin }
}

function invalidDocument(clientId: string, problem: string): AppError {
  return new AppError('INVALID_INPUT', {
    message: `The app that sent you here is described at ${clientId.slice(0, 200)}, which ${problem}.`,
    suggestedAction: 'Go back to the app, or ask its developer to correct its client metadata document.',
  })
}

/** Hosts outside of the public internet, such as an intranet’s, that may have documents. */
function trustedHosts(): string | undefined {
  return process.env.GUILDHALL_OAUTH_CLIENT_HOSTS
}
