/** A file's content, or a part of it. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.2.3. */
import { sampleText } from '../blobs/sample.ts'
import { parseVaultPath, vaultKey } from '../contract/vault/vault-path.ts'
import { findVaultFile, type VaultFileRow } from '../db/vault-files.ts'
import { AppError } from '../errors.ts'
import { nothingAt } from './places.ts'
import { readWhole } from './read-content.ts'
import type { Vault } from './vault.ts'

export type ReadWanted = {
  path: string
  maxBytes?: number
  /** In bytes, `end` not included. */
  range?: { start: number; end: number }
  as?: 'text' | 'base64'
}

export type ReadFile = {
  path: string
  content: string
  etag: string
  mtimeMs: number
  truncated: boolean
  encoding: 'utf-8' | 'base64'
}

export const DEFAULT_MAX_BYTES = 1024 * 1024
/** A JSON answer of this size is the most that is sensible; the rest is what ranges are for. */
export const MAX_BYTES = 16 * 1024 * 1024

/**
 * Reads text, or bytes as base64. A cut never breaks a character: text whose range begins inside one begins with the
 * next, and text that ends inside one ends before it, so reading on at `start` plus the bytes of what was given
 * misses nothing. `truncated` when less was given than was asked for, because of `maxBytes` or such a character.
 *
 * Throws POLICY_DENIED for what is no path, NOT_FOUND for what is no file, INVALID_INPUT for a range that ends before
 * it begins and for bytes that are no text.
 */
export async function readFile(vault: Vault, wanted: ReadWanted): Promise<ReadFile> {
  const { path: given, as = 'text', maxBytes = DEFAULT_MAX_BYTES } = wanted
  const path = parseVaultPath(given)
  const { etag, sizeBytes, modifiedAt } = await requireFile(vault, path)
  const { start, end } = rangeWithin(wanted.range, sizeBytes)
  const cut = { start, end: Math.min(end, start + Math.min(maxBytes, MAX_BYTES)) }
  const bytes = await readWhole({ organisationId: vault.organisationId, etag }, cut)
  const isCutAfter = cut.end < sizeBytes
  const read = sampleText(bytes, { isText: as === 'text', isCutBefore: start > 0, isCutAfter })
  if (as === 'text' && read.encoding === 'base64') throw noText(path)
  const isShort = as === 'text' && endsInside(bytes)
  return { path, ...read, etag, mtimeMs: modifiedAt.getTime(), truncated: cut.end < end || isShort }
}

/** A file by its exact path. Throws NOT_FOUND. */
export async function requireFile(
  { db, organisationId }: Vault,
  path: string,
): Promise<VaultFileRow & { etag: string }> {
  const found = await findVaultFile(db, organisationId, vaultKey(path))
  if (!found || found.path !== path || found.etag === null) throw nothingAt(path)
  return { ...found, etag: found.etag }
}

function rangeWithin(range: ReadWanted['range'], sizeBytes: number): { start: number; end: number } {
  if (!range) return { start: 0, end: sizeBytes }
  if (range.end < range.start) {
    throw new AppError('INVALID_INPUT', {
      message: 'The range ends before it begins.',
      issues: [{ path: '/range/end', keyword: 'minimum', message: 'must not be less than start' }],
    })
  }
  return { start: Math.min(range.start, sizeBytes), end: Math.min(range.end, sizeBytes) }
}

/** A character that has begun and is not finished. */
function endsInside(bytes: Uint8Array): boolean {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back
  }
  return false
}

function noText(path: string): AppError {
  return new AppError('INVALID_INPUT', {
    message: `“${path}” is no UTF-8 text. Read it as base64.`,
    issues: [{ path: '/as', keyword: 'encoding', message: 'must be “base64” for this file' }],
  })
}
