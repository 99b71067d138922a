/**
 * Writes a folder of the vault as a ZIP archive (PKWARE APPNOTE 6.3.10). Small files are read a hundred at a time,
 * large ones
 * in chunks, so that memory is bounded.
 */
import { deflateRawSync } from 'node:zlib'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { limitReached } from '../../kernel/limit-reached.ts'
import { readContent } from '../content/content.ts'
import { requireFolder } from '../files/list-files.ts'
import { EXPORT_LIMITS, EXPORT_LIMITS_LABEL } from '../model/archive-options.ts'
import { extensionOf, parseVaultFolder, vaultFileName, vaultKey } from '../model/vault-path.ts'
import { findSmallContents, SMALL_BYTES } from '../rows/vault-contents.ts'
import { listVaultFiles, type VaultFileRow } from '../rows/vault-files.ts'
import type { Vault } from '../vault.ts'

const FILES_AT_ONCE = 100

/**
 * Returns the archive of a folder. Throws POLICY_DENIED for an invalid path, NOT_FOUND for an unknown folder,
 * LIMIT_REACHED if an archive cannot contain it
 * all; always before the first byte.
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
    const message = `This exceeds the limits of one archive: ${EXPORT_LIMITS_LABEL}.`
    throw sizeBytes > EXPORT_LIMITS.totalBytes
      ? limitReached('archive_size', { max: EXPORT_LIMITS.totalBytes, used: sizeBytes, message })
      : limitReached('archive_files', { max: EXPORT_LIMITS.entries, message })
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
      // Its files imply the folder.
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

/** Compresses in one call, many times faster than a stream. */
class SmallEntry extends ZipPassThrough {
  override compression = 8

  protected override process(chunk: Uint8Array, final: boolean): void {
    this.ondata(null, deflateRawSync(chunk), final)
  }
}

export function archiveName(prefix = ''): string {
  return `${vaultFileName(parseVaultFolder(prefix)) || 'vault'}.zip`
}
