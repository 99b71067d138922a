/**
 * Words or a pattern in the texts of a vault. Floor 3.
 *
 * A match is within one line, as in a search by line. Bounded whatever is asked: in time (`truncated` then), in
 * matches, and in memory, since files come a batch at a time and large ones in pieces; and it lets others have their
 * turn in between. A line longer than a piece is looked at piece by piece, so what spans its cuts is not found.
 * Source: seed "Tool Input/Output Schema Conventions" §3.2.9.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { parseVaultFolder, vaultKey } from '../contract/vault/vault-path.ts'
import { listTexts, type SearchedFile } from '../db/vault-contents.ts'
import { findVaultFiles } from '../db/vault-files.ts'
import { AppError } from '../errors.ts'
import { type Found, type LineFinder, lineFinder, type Query } from './line-finder.ts'
import { nothingAt } from './places.ts'
import { readContent } from './read-content.ts'
import { type Line, linesOf, textPieces } from './text-pieces.ts'
import type { Vault } from './vault.ts'

export type SearchWanted = {
  query: string
  mode?: Query['mode']
  /** Files and folders; everything when absent, nothing when there are none. */
  paths?: string[]
  caseSensitive?: boolean
  limit?: number
  snippetLength?: number
}

export type SearchMatch = {
  path: string
  /** From 0. */
  line: number
  /** Within the file, in UTF-16 code units. */
  start: number
  end: number
  snippet: string
}

export type SearchResult = { matches: SearchMatch[]; truncated: boolean }

export const DEFAULT_MATCHES = 50
export const MAX_MATCHES = 1_000
export const DEFAULT_SNIPPET = 120

/** Then what was found is given, and said to be not all. */
const LONGEST_MS = 5_000
/** No more than this is done before others have their turn. */
const TURN_MS = 20
const FILES_AT_ONCE = 500
const BYTES_AT_ONCE = 8 * 1024 * 1024

/**
 * Searches in the order of the paths. Throws POLICY_DENIED for what is no path, NOT_FOUND for what is not there,
 * INVALID_INPUT for an empty query or one that is no pattern; with what `signal` was aborted with.
 */
export async function searchText(
  vault: Vault,
  wanted: SearchWanted,
  { signal, longestMs = LONGEST_MS }: { signal?: AbortSignal; longestMs?: number } = {},
): Promise<SearchResult> {
  const { query, mode = 'plain', caseSensitive = false } = wanted
  const { limit = DEFAULT_MATCHES, snippetLength = DEFAULT_SNIPPET } = wanted
  if (query === '') throw new AppError('INVALID_INPUT', { message: 'There is nothing to search for.' })
  const finder = lineFinder({ query, mode, caseSensitive })
  const scope = await scopeOf(vault, wanted.paths)
  const matches: SearchMatch[] = []
  const clock = clockOf(longestMs, signal)
  try {
    for await (const { path, line, found } of findIn(textsOf(vault, scope), { vault, finder, clock })) {
      if (matches.length === limit) return { matches, truncated: true }
      matches.push({
        path,
        line: line.line,
        start: line.offset + found.start,
        end: line.offset + found.end,
        snippet: snippetOf(line.text, found, snippetLength),
      })
    }
  } catch (thrown) {
    if (thrown === TIME_IS_UP) return { matches, truncated: true }
    throw thrown
  }
  return { matches, truncated: false }
}

/** The keys of what to search in; null for everything. */
async function scopeOf({ db, organisationId }: Vault, paths: string[] | undefined): Promise<string[] | null> {
  if (!paths) return null
  const asked = paths.map(parseVaultFolder)
  if (asked.includes('')) return null
  const rows = await findVaultFiles(db, organisationId, asked.map(vaultKey))
  const there = new Set(rows.map(({ path }) => path))
  const missing = asked.find((path) => !there.has(path))
  if (missing !== undefined) throw nothingAt(missing, 'file or folder')
  return rows.map(({ key }) => key)
}

async function* textsOf({ organisationId }: Vault, scope: string[] | null): AsyncGenerator<SearchedFile> {
  const bounds = { scope, take: FILES_AT_ONCE, takeBytes: BYTES_AT_ONCE }
  for (let afterKey = ''; ; ) {
    const files = await listTexts(organisationId, { ...bounds, afterKey })
    const last = files.at(-1)
    if (!last) return
    yield* files.filter(({ isText }) => isText)
    afterKey = last.key
  }
}

type Search = { vault: Vault; finder: LineFinder; clock: () => Promise<void> }

async function* findIn(
  files: AsyncIterable<SearchedFile>,
  { vault, finder, clock }: Search,
): AsyncGenerator<{ path: string; line: Line; found: Found }> {
  for await (const file of files) {
    const { path, etag, sizeBytes, bytes } = file
    const parts = bytes
      ? [new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)]
      : decoded(readContent({ organisationId: vault.organisationId, etag }, { start: 0, end: sizeBytes }))
    for await (const piece of textPieces(parts, finder.pieceChars)) {
      await clock()
      if (!finder.mayMatch(piece.text)) continue
      for (const line of linesOf(piece))
        for (const found of finder.find(line.text)) yield { path, line, found }
    }
  }
}

async function* decoded(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for await (const part of content) yield decoder.decode(part, { stream: true })
}

const TIME_IS_UP = new Error('The time for a search is up.')

/** Throws when the time is up or the signal says so; gives others their turn when it is theirs. */
function clockOf(longestMs: number, signal: AbortSignal | undefined): () => Promise<void> {
  const startedAt = performance.now()
  let turnAt = startedAt
  return async () => {
    signal?.throwIfAborted()
    const now = performance.now()
    if (now - startedAt > longestMs) throw TIME_IS_UP
    if (now - turnAt < TURN_MS) return
    await turn()
    turnAt = performance.now()
  }
}

/** The line, or so much of it around the match. */
function snippetOf(line: string, { start, end }: Found, length: number): string {
  if (line.length <= length) return line
  const before = Math.max(0, Math.floor((length - (end - start)) / 2))
  const from = Math.max(0, Math.min(start - before, line.length - length))
  return line.slice(from, from + length).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
}
