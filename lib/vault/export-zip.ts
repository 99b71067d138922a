/**
 * Files out of the vault as a zip archive, made while it is sent. Floor 3. Source: PKWARE APPNOTE 6.3.10; fflate.
 *
 * What is small is fetched a hundred files at a time, what is large in pieces; nothing is held but what is on its way.
 */
import { deflateRawSync } from 'node:zlib'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { EXPORT_LIMITS, EXPORT_WORDS } from '../contract/vault/archive-limits.ts'
import { extensionOf, nameOf, parseVaultFolder, vaultKey } from '../contract/vault/vault-path.ts'
import { findSmallContents, SMALL_BYTES } from '../db/vault-contents.ts'
import { listVaultFiles, type VaultFileRow } from '../db/vault-files.ts'
import { AppError } from '../errors.ts'
import { requireFolder } from './list-files.ts'
import { readContent } from './read-content.ts'
import type { Vault } from './vault.ts'

const FILES_AT_ONCE = 100

/**
 * The archive of a folder, or of everything, as bytes that come; names are relative to the folder. Throws
 * POLICY_DENIED for what is no path, NOT_FOUND for what is no folder, PRECONDITION_FAILED for more than an archive
 * can hold; all of that before the first byte.
 */
export async function exportZip(
  vault: Vault,
  { prefix = '' }: { prefix?: string } = {},
): Promise<AsyncGenerator<Uint8Array>> {
  const folder = parseVaultFolder(prefix)
  await requireFolder(vault, folder)
  const entries = await listVaultFiles(vault.db, {
    organisationId: vault.organisationId,
    folderKey: vaultKey(folder),
    isRecursive: true,
    take: EXPORT_LIMITS.entries + 1,
    skip: 0,
  })
  const sizeBytes = entries.reduce((total, each) => total + each.sizeBytes, 0)
  if (entries.length > EXPORT_LIMITS.entries || sizeBytes > EXPORT_LIMITS.totalBytes) {
    throw new AppError('PRECONDITION_FAILED', {
      message: `This is more than one archive can hold: ${EXPORT_WORDS}.`,
      suggestedAction: 'Export its folders one by one.',
    })
  }
  return pack(vault, entries, folder)
}

async function* pack(
  { organisationId }: Vault,
  entries: readonly VaultFileRow[],
  folder: string,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    ready.push(part)
  })
  const full = new Set(entries.map(({ parentKey }) => parentKey))
  for (let at = 0; at < entries.length; at += FILES_AT_ONCE) {
    const batch = entries.slice(at, at + FILES_AT_ONCE)
    const small = await findSmallContents(
      organisationId,
      batch.flatMap(({ etag }) => etag ?? []),
    )
    for (const row of batch) {
      // A folder that holds something is there by what it holds.
      if (row.isFolder && full.has(row.key)) continue
      const entry = openEntry(row, folder)
      zip.add(entry)
      const bytes = row.etag ? small.get(row.etag) : undefined
      if (row.etag && !bytes) {
        for await (const part of readContent(
          { organisationId, etag: row.etag },
          { start: 0, end: row.sizeBytes },
        )) {
          entry.push(part)
          yield* ready.splice(0)
        }
      }
      entry.push(bytes ?? new Uint8Array(0), true)
      yield* ready.splice(0)
    }
  }
  zip.end()
  yield* ready.splice(0)
}

// biome-ignore format: a list reads in lines
const PACKED_ALREADY = new Set([
  'png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'mp3', 'mp4', 'm4a', 'webm', 'ogg', 'zip', 'gz', 'zst', '7z', 'pdf', 'docx', 'xlsx', 'pptx', 'woff2',
])

function openEntry(row: VaultFileRow, folder: string): ZipDeflate | ZipPassThrough {
  const { path, isFolder, modifiedAt, sizeBytes } = row
  const name = folder === '' ? path : path.slice(folder.length + 1)
  const isPacked = isFolder || PACKED_ALREADY.has(extensionOf(path))
  const entry = isPacked
    ? new ZipPassThrough(isFolder ? `${name}/` : name)
    : sizeBytes > SMALL_BYTES
      ? new ZipDeflate(name, { level: 6 })
      : new SmallEntry(name)
  entry.mtime = modifiedAt
  return entry
}

/** What comes in one piece is packed in one call, many times faster than by a stream that is made for it alone. */
class SmallEntry extends ZipPassThrough {
  override compression = 8

  protected override process(chunk: Uint8Array, final: boolean): void {
    this.ondata(null, deflateRawSync(chunk), final)
  }
}

/** "Projects.zip"; "vault.zip" for everything. */
export function archiveName(prefix = ''): string {
  return `${nameOf(parseVaultFolder(prefix)) || 'vault'}.zip`
}
