/** Time (`truncated`), matches and memory are bounded. A match across two pieces of a long line is missed. */

import { AppError } from '../../kernel/errors.ts'
import { isTooCostly, runInThread } from '../../kernel/threads/run-in-thread.ts'
import { pathNotFoundError } from '../change/resolve-paths.ts'
import { readContent } from '../content/content.ts'
import { parseVaultFolder, vaultKey } from '../model/vault-path.ts'
import { listTexts, type SearchedFile } from '../rows/vault-contents.ts'
import { findVaultFiles } from '../rows/vault-files.ts'
import type { Vault } from '../vault.ts'
import {
  type findInTexts,
  type SearchedText,
  type SearchMatch,
  type SearchOrder,
  textPieces,
} from './find-in-texts.ts'
import type { Query } from './line-finder.ts'

export type SearchWanted = {
  query: string
  mode?: Query['mode']
  paths?: string[]
  caseSensitive?: boolean
  limit?: number
  snippetLength?: number
}

export type SearchResult = { matches: SearchMatch[]; truncated: boolean }

export const DEFAULT_MATCHES = 50
export const MAX_MATCHES = 1_000
export const DEFAULT_SNIPPET = 120

/** A search stops after this time, and its result is marked as truncated. */
const LONGEST_MS = 5_000
const FILES_AT_ONCE = 500
const BYTES_AT_ONCE = 8 * 1024 * 1024
const CHARS_AT_ONCE = 1024 * 1024
/** The size of a piece of text is small, because this thread counts its lines. */
const PIECE_CHARS = 64 * 1024

/**
 * Throws POLICY_DENIED for an invalid path, NOT_FOUND, INVALID_INPUT for an empty query or invalid pattern,
 * RATE_LIMIT_EXCEEDED for too many concurrent searches, and the signal's reason.
 */
export async function searchText(
  vault: Vault,
  wanted: SearchWanted,
  { signal, longestMs = LONGEST_MS }: { signal?: AbortSignal; longestMs?: number } = {},
): Promise<SearchResult> {
  const { query, mode = 'plain', caseSensitive = false } = wanted
  const { limit = DEFAULT_MATCHES, snippetLength = DEFAULT_SNIPPET } = wanted
  if (query === '') throw new AppError('INVALID_INPUT', { message: 'The search query is empty.' })
  const until = performance.now() + longestMs
  const find = (texts: SearchedText[], maxMatches: number) => {
    const withinMs = until - performance.now()
    const order: SearchOrder = { query: { query, mode, caseSensitive }, maxMatches, snippetLength, withinMs }
    return runInThread<typeof findInTexts>('search', [texts, order], { owner: vault.organisationId, signal })
  }
  // Searching nothing validates the query.
  await find([], 0)
  const scope = await findScope(vault, wanted.paths)
  const matches: SearchMatch[] = []
  try {
    for await (const texts of groupBatches(readTexts(vault, scope))) {
      // One more match shows whether there are others.
      const found = await find(texts, limit + 1 - matches.length)
      matches.push(...found.matches)
      if (matches.length > limit) return { matches: matches.slice(0, limit), truncated: true }
      if (found.isOver || performance.now() > until) return { matches, truncated: true }
    }
  } catch (thrown) {
    if (isTooCostly(thrown)) return { matches, truncated: true }
    throw thrown
  }
  return { matches, truncated: false }
}

async function findScope(
  { db, organisationId }: Vault,
  paths: string[] | undefined,
): Promise<string[] | null> {
  if (!paths) return null
  const asked = paths.map(parseVaultFolder)
  if (asked.includes('')) return null
  const rows = await findVaultFiles(db, organisationId, asked.map(vaultKey))
  const there = new Set(rows.map(({ path }) => path))
  const missing = asked.find((path) => !there.has(path))
  if (missing !== undefined) throw pathNotFoundError(missing, 'file or folder')
  return rows.map(({ key }) => key)
}

async function* groupBatches(texts: AsyncIterable<SearchedText>): AsyncGenerator<SearchedText[]> {
  let [batch, chars]: [SearchedText[], number] = [[], 0]
  for await (const text of texts) {
    batch.push(text)
    chars += text.text.length
    if (chars < CHARS_AT_ONCE && batch.length < FILES_AT_ONCE) continue
    yield batch
    batch = []
    chars = 0
  }
  if (batch.length > 0) yield batch
}

async function* readTexts({ organisationId }: Vault, scope: string[] | null): AsyncGenerator<SearchedText> {
  const bounds = { scope, take: FILES_AT_ONCE, takeBytes: BYTES_AT_ONCE }
  for (let afterKey = ''; ; ) {
    const files = await listTexts(organisationId, { ...bounds, afterKey })
    const last = files.at(-1)
    if (!last) return
    for (const file of files) if (file.isText) yield* readText(organisationId, file)
    afterKey = last.key
  }
}

async function* readText(
  organisationId: string,
  { path, etag, sizeBytes, bytes }: SearchedFile,
): AsyncGenerator<SearchedText> {
  if (bytes) {
    yield { path, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), offset: 0, line: 0 }
    return
  }
  const parts = decoded(readContent({ organisationId, etag }, { start: 0, end: sizeBytes }))
  for await (const piece of textPieces(parts, PIECE_CHARS)) yield { path, ...piece }
}

async function* decoded(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for await (const part of content) yield decoder.decode(part, { stream: true })
}
