import { sampleText } from '../../blobs/blob-sample.ts'
import type { ByteRange } from '../../blobs/storage/content-store.ts'
import { AppError } from '../../kernel/errors.ts'
import { pathNotFoundError } from '../change/resolve-paths.ts'
import { readContent, readWhole } from '../content/content.ts'
import { extensionOf, parseVaultPath, vaultFileName, vaultKey } from '../model/vault-path.ts'
import { findVaultFile, type VaultFileRow } from '../rows/vault-files.ts'
import type { Vault } from '../vault.ts'

export type ReadWanted = {
  path: string
  maxBytes?: number
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
/** The most that one call returns, because JSON responses are limited. Callers read larger files in ranges. */
export const MAX_BYTES = 16 * 1024 * 1024

/**
 * Returns a file, or a range of its bytes that is shortened so that no character is cut: the next range starts at `start`
 * plus the returned bytes. Throws POLICY_DENIED for an invalid path, NOT_FOUND,
 * INVALID_INPUT for an invalid range or bytes that are not text.
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

/** Returns the entry at exactly this path. Throws NOT_FOUND. */
async function requireFile(
  { db, organisationId }: Vault,
  path: string,
): Promise<VaultFileRow & { etag: string }> {
  const found = await findVaultFile(db, organisationId, vaultKey(path))
  if (!found || found.path !== path || found.etag === null) throw pathNotFoundError(path)
  return { ...found, etag: found.etag }
}

function rangeWithin(range: ReadWanted['range'], sizeBytes: number): { start: number; end: number } {
  if (!range) return { start: 0, end: sizeBytes }
  if (range.end < range.start) {
    throw new AppError('INVALID_INPUT', {
      message: 'The end of the range is before its start.',
      issues: [{ path: '/range/end', keyword: 'minimum', message: 'must not be less than start' }],
    })
  }
  return { start: Math.min(range.start, sizeBytes), end: Math.min(range.end, sizeBytes) }
}

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
    message: `“${path}” is not UTF-8 text. Read it as base64.`,
    issues: [{ path: '/as', keyword: 'encoding', message: 'must be “base64” for this file' }],
  })
}

type OpenedFile = {
  id: string
  path: string
  name: string
  kind: string
  sizeBytes: number
  sha256: string
  mtimeMs: number
  read: (range: ByteRange) => AsyncIterable<Uint8Array>
}

/** Throws POLICY_DENIED for an invalid path, NOT_FOUND. */
export async function openVaultFile(vault: Vault, given: string): Promise<OpenedFile> {
  const path = parseVaultPath(given)
  const { id, etag, sizeBytes, modifiedAt } = await requireFile(vault, path)
  const { organisationId } = vault
  return {
    id,
    path,
    name: vaultFileName(path),
    kind: kindOfFile(path),
    sizeBytes,
    sha256: etag,
    mtimeMs: modifiedAt.getTime(),
    read: (range) => readContent({ organisationId, etag }, range),
  }
}

// biome-ignore format: table
const KINDS: Record<string, string> = {
  md: 'text/markdown', markdown: 'text/markdown', txt: 'text/plain', log: 'text/plain', csv: 'text/csv', html: 'text/html',
  htm: 'text/html', css: 'text/css', js: 'text/javascript', mjs: 'text/javascript', xml: 'application/xml',
  json: 'application/json', jsonl: 'application/x-ndjson', yaml: 'application/yaml', yml: 'application/yaml',
  svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp',
  avif: 'image/avif', bmp: 'image/bmp', pdf: 'application/pdf', zip: 'application/zip', gz: 'application/gzip',
  mp3: 'audio/mpeg', m4a: 'audio/mp4', ogg: 'audio/ogg', wav: 'audio/wav', mp4: 'video/mp4', webm: 'video/webm',
}

function kindOfFile(path: string): string {
  return KINDS[extensionOf(path)] ?? 'application/octet-stream'
}
