/** A file's content, replaced or added to. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.2.5. */
import { randomUUIDv7 } from 'node:crypto'
import { parseVaultPath, vaultKey } from '../contract/vault/vault-path.ts'
import { findVaultFile, type VaultFileRow } from '../db/vault-files.ts'
import type { FileChange } from '../db/vault-journal.ts'
import { changeVault, type HeldVault, type Planned, type Written } from './change-vault.ts'
import { requireEtag } from './etags.ts'
import { bytesOfText, type GivenContent, type KeptContent, keepContent } from './keep-content.ts'
import { alreadyThere, conflict, findAt, missingFoldersOf } from './places.ts'
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

/** What is there is read before the vault is held; when it has changed by then, once more. */
async function appendToFile(
  vault: VaultWriter,
  { path, content, expectedEtag }: { path: string; content: GivenContent; expectedEtag: string | undefined },
): Promise<Written<WrittenFile>> {
  // It is read as often as it takes.
  const more = await wholeOf(content)
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const base = await findVaultFile(vault.db, vault.organisationId, vaultKey(path))
    const kept = await keepContent(vault, both(vault.organisationId, base, more))
    const written = await changeVault<WrittenFile | Stale>(vault, 'write', async (held) => {
      const found = await findAt(held, path)
      requireEtag(path, found, expectedEtag)
      if (found?.etag !== base?.etag) return { changes: [], output: STALE }
      return write(held, { path, found, kept, bytesWritten: more.length })
    })
    if (!('isStale' in written)) return written
  }
  throw conflict(path, `“${path}” is being changed all the time.`)
}

/** Each round somebody else has finished, so this is how many may write to one file at the same time. */
const MOST_TRIES = 100

type Stale = { isStale: true }
const STALE: Stale = { isStale: true }

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
  const after = { path, ...kept, createdAt: held.now, modifiedAt: held.now }
  const made = { fileId: randomUUIDv7(), isFolder: false, before: null, after }
  const changes = [...(await missingFoldersOf(held, path)), made]
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
