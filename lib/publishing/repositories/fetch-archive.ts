/** Downloads the archive of a public repository from GitHub, or from the host that the operator names instead. */

import type http from 'node:http'
import { buffer } from 'node:stream/consumers'
import {
  possibleRevisions,
  type RepositoryAddress,
  readRepositoryAddress,
} from '../../contracts/repositories/repository-address.ts'
import { countBytes } from '../../kernel/count-bytes.ts'
import { AppError } from '../../kernel/errors.ts'
import { RefusedDestination, requestGuarded } from '../../kernel/network/guarded-fetch.ts'
import { formatBytes } from '../../kernel/text/format.ts'
import { SKILL_ARCHIVE_LIMITS } from '../../kernel/zip/archive-limits.ts'

export type RepositoryArchive = {
  bytes: Uint8Array
  /** The folder that the address names; "" for the whole repository. */
  path: string
  address: RepositoryAddress
}

/** `GUILDHALL_REPOSITORIES` names a GitHub Enterprise server or a mirror, also in the operator's own network. */
export function repositoryHost(): URL {
  return new URL(process.env.GUILDHALL_REPOSITORIES || 'https://github.com/')
}

/**
 * Throws INVALID_INPUT for other addresses and archives that are too large, NOT_FOUND without a public repository or
 * branch, RATE_LIMIT_EXCEEDED if the host asks to wait, and TOOL_NOT_AVAILABLE if it does not answer.
 */
export async function fetchArchive(text: string, commit?: string): Promise<RepositoryArchive> {
  const host = repositoryHost()
  const address = readRepositoryAddress(text, host.host)
  if (!address)
    throw new AppError('INVALID_INPUT', {
      message: `Enter the address of a repository, such as ${host.origin}/owner/name, or of a folder in it.`,
    })
  if (commit !== undefined) {
    const bytes = await download(host, address, commit)
    if (bytes) return { bytes, path: '', address }
    throw missingError(host, address)
  }
  for (const { revision, path } of possibleRevisions(address)) {
    const bytes = await download(host, address, revision)
    if (bytes) return { bytes, path, address }
  }
  throw missingError(host, address)
}

function missingError(host: URL, { owner, name, rest }: RepositoryAddress): AppError {
  const where = rest.length === 0 ? '' : ` with the branch, tag or commit of this address`
  return new AppError('NOT_FOUND', {
    message: `${host.host} has no public repository ${owner}/${name}${where}.`,
    suggestedAction:
      'Check the address. For a private repository, download it as a zip file and import that instead.',
  })
}

const TIMEOUT_MS = 30_000
/** A renamed repository, then the host of the archives. */
const MAX_REDIRECTS = 3

/** Returns undefined if there is no such repository or revision. */
async function download(
  host: URL,
  { owner, name }: RepositoryAddress,
  revision: string,
): Promise<Uint8Array | undefined> {
  const segments = [owner, name, 'archive', ...`${revision}.zip`.split('/')].map(encodeURIComponent)
  let url = new URL(segments.join('/'), host)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await request(url, host)
    const status = answer.statusCode ?? 0
    if (status === 200) return readArchive(answer, host)
    answer.destroy()
    const { location } = answer.headers
    if (status >= 300 && status < 400 && location && URL.canParse(location, url)) {
      url = new URL(location, url)
      continue
    }
    if ([401, 404, 410, 451].includes(status)) return undefined
    throw refusal(answer, host)
  }
  throw new AppError('TOOL_NOT_AVAILABLE', { message: `${host.host} redirects too often.` })
}

async function request(url: URL, host: URL): Promise<http.IncomingMessage> {
  const headers = { accept: 'application/zip', 'user-agent': 'Guildhall' }
  try {
    // Only a host that the operator chose may be in a network of their own; redirects lead to the public internet.
    const trusted = process.env.GUILDHALL_REPOSITORIES ? host.host : undefined
    return await requestGuarded(url.href, { method: 'GET', headers }, { trusted, timeoutMs: TIMEOUT_MS })
  } catch (cause) {
    throw unreachable(url, cause)
  }
}

async function readArchive(answer: http.IncomingMessage, host: URL): Promise<Uint8Array> {
  try {
    return new Uint8Array(await buffer(countBytes(answer, requireSmall)))
  } catch (cause) {
    throw cause instanceof AppError ? cause : unreachable(host, cause)
  } finally {
    answer.destroy()
  }
}

function requireSmall(bytes: number): void {
  if (bytes <= SKILL_ARCHIVE_LIMITS.archiveBytes) return
  throw new AppError('INVALID_INPUT', {
    message: `The archive of this repository is larger than ${formatBytes(SKILL_ARCHIVE_LIMITS.archiveBytes)}.`,
    suggestedAction: 'Clone it, and import the folder of the skill.',
  })
}

function unreachable({ host }: URL, cause: unknown): AppError {
  const message =
    cause instanceof RefusedDestination
      ? `${host} cannot be reached from this site. ${cause.message}`
      : `${host} cannot be reached. Try again in a moment.`
  return new AppError('TOOL_NOT_AVAILABLE', { message, cause })
}

/** GitHub answers 403 or 429 to a site that asks too often, with the time to wait. */
function refusal({ statusCode, headers }: http.IncomingMessage, { host }: URL): AppError {
  const isLimited = statusCode === 429 || headers['x-ratelimit-remaining'] === '0' || headers['retry-after']
  if (!isLimited)
    return new AppError('TOOL_NOT_AVAILABLE', { message: `${host} returned HTTP ${statusCode}.` })
  const untilReset = Number(headers['x-ratelimit-reset']) - Date.now() / 1000
  const seconds = Number(headers['retry-after'] ?? untilReset)
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: `${host} accepts no more downloads from this site right now.`,
    ...(seconds > 0 && { retryAfter: Math.ceil(seconds) }),
  })
}
