/** A file's content, replaced or added to. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.2.5. */
import { bytesOfText } from '../contract/json/text-bytes.ts'
import { parseVaultPath } from '../contract/vault/vault-path.ts'
import type { VaultFileRow } from '../db/vault-files.ts'
import type { FileChange } from '../db/vault-journal.ts'
import { changeVault, type HeldVault, type Planned, type Written } from './change-vault.ts'
import { editContent } from './edit-content.ts'
import { requireEtag } from './etags.ts'
import { type GivenContent, type KeptContent, keepContent } from './keep-content.ts'
import { alreadyThere, findAt, missingFoldersOf, newFile } from './places.ts'
import { readContent } from './read-content.ts'
import type { VaultWriter } from './vault.ts'

export type WriteWanted = {
  path: string
  content: GivenContent
  /** "overwrite" when absent. */
  mode?: 'overwrite' | 'append'
  expectedEtag?: string
}

export type WrittenFile = { path: string; etag: string; mtimeMs: number; bytesWritten: number }

/**
 * Writes a file; one that is not there is made, with the folders it is in, unless an etag is expected.
 *
 * Of two who write at once with the same `expectedEtag` one wins, and the other gets CONFLICT with the etag that is
 * current then; of two who append, both are there afterwards. Content that is there already is no change.
 * Throws besides as `createFile` does.
 */
export async function writeFile(vault: VaultWriter, wanted: WriteWanted): Promise<Written<WrittenFile>> {
  const path = parseVaultPath(wanted.path)
  const { content, mode = 'overwrite', expectedEtag } = wanted
  if (mode === 'append') return appendToFile(vault, { path, content, expectedEtag })
  const kept = await keepContent(vault, content)
  return changeVault(vault, 'write', async (held) => {
    const found = await findAt(held, path)
    requireEtag(path, found, expectedEtag)
    return write(held, { path, found, kept, bytesWritten: kept.sizeBytes })
  })
}

async function appendToFile(
  vault: VaultWriter,
  { path, content, expectedEtag }: { path: string; content: GivenContent; expectedEtag: string | undefined },
): Promise<Written<WrittenFile>> {
  // It is read as often as it takes.
  const more = await wholeOf(content)
  return editContent(vault, 'write', {
    path,
    make: (base) => both(vault.organisationId, base, more),
    plan: async (held, found, kept) => {
      requireEtag(path, found, expectedEtag)
      return write(held, { path, found, kept, bytesWritten: more.length })
    },
  })
}

async function wholeOf(content: GivenContent): Promise<Uint8Array> {
  if (typeof content === 'string') return bytesOfText(content)
  if (content instanceof Uint8Array) return content
  return Buffer.concat(await Array.fromAsync(content))
}

async function* both(
  organisationId: string,
  base: VaultFileRow | null,
  more: Uint8Array,
): AsyncGenerator<Uint8Array> {
  if (base?.etag) yield* readContent({ organisationId, etag: base.etag }, { start: 0, end: base.sizeBytes })
  yield more
}

async function write(
  held: HeldVault,
  wanted: { path: string; found: VaultFileRow | null; kept: KeptContent; bytesWritten: number },
): Promise<Planned<WrittenFile>> {
  const { path, found, kept, bytesWritten } = wanted
  if (found?.isFolder) throw alreadyThere(found)
  if (found) {
    const { changes, mtimeMs } = fileOver(found, kept, held.now)
    return { changes, output: { path, etag: kept.etag, mtimeMs, bytesWritten } }
  }
  const changes = [...(await missingFoldersOf(held, path)), newFile(path, kept, held.now)]
  return { changes, output: { path, etag: kept.etag, mtimeMs: held.now.getTime(), bytesWritten } }
}

/** Other content for a file that is there; no change when it is the same. */
export function fileOver(
  found: VaultFileRow,
  kept: KeptContent,
  now: Date,
): { changes: FileChange[]; mtimeMs: number } {
  if (found.etag === kept.etag) return { changes: [], mtimeMs: found.modifiedAt.getTime() }
  const { id: fileId, path, createdAt } = found
  const after = { path, ...kept, createdAt, modifiedAt: now }
  return { changes: [{ fileId, isFolder: false, before: found, after }], mtimeMs: now.getTime() }
}
