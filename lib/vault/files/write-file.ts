import { bytesOfText } from '../../kernel/text/text-bytes.ts'
import {
  changeVault,
  findEarlier,
  type LockedVault,
  type Planned,
  tryToChangeVault,
  type WithEffects,
} from '../change/change-vault.ts'
import {
  findAtPath,
  newFile,
  pathConflictError,
  pathExistsError,
  planMissingFolders,
  requireEtag,
} from '../change/resolve-paths.ts'
import { type GivenContent, readContent, type StoredContent, storeContent } from '../content/content.ts'
import { parseVaultPath, vaultKey } from '../model/vault-path.ts'
import { findVaultFile, type VaultFileRow } from '../rows/vault-files.ts'
import type { FileChange, OperationKind } from '../rows/vault-journal.ts'
import type { VaultWriter } from '../vault.ts'

export type WriteWanted = {
  path: string
  content: GivenContent
  mode?: 'overwrite' | 'append'
  expectedEtag?: string
}

export type WrittenFile = { path: string; etag: string; mtimeMs: number; bytesWritten: number }

/**
 * Creates a missing file unless an etag is expected. Throws CONFLICT for the second of two writes with the same
 * `expectedEtag`; concurrent appends are both applied. Otherwise throws as `createFile`.
 */
export async function writeFile(vault: VaultWriter, wanted: WriteWanted): Promise<WithEffects<WrittenFile>> {
  const path = parseVaultPath(wanted.path)
  const { content, mode = 'overwrite', expectedEtag } = wanted
  if (mode === 'append') return appendToFile(vault, { path, content, expectedEtag })
  const stored = await storeContent(vault, content)
  return changeVault(vault, 'write', async (locked) => {
    const found = await findAtPath(locked, path)
    requireEtag(path, found, expectedEtag)
    return write(locked, { path, found, stored, bytesWritten: stored.sizeBytes })
  })
}

async function appendToFile(
  vault: VaultWriter,
  { path, content, expectedEtag }: { path: string; content: GivenContent; expectedEtag: string | undefined },
): Promise<WithEffects<WrittenFile>> {
  // If the file has changed by then, a retry reads it again.
  const more = await readWhole(content)
  return editContent(vault, 'write', {
    path,
    make: (base) => concatContent(vault.organisationId, base, more),
    plan: async (locked, found, stored) => {
      requireEtag(path, found, expectedEtag)
      return write(locked, { path, found, stored, bytesWritten: more.length })
    },
  })
}

async function readWhole(content: GivenContent): Promise<Uint8Array> {
  if (typeof content === 'string') return bytesOfText(content)
  if (content instanceof Uint8Array) return content
  return Buffer.concat(await Array.fromAsync(content))
}

async function* concatContent(
  organisationId: string,
  base: VaultFileRow | null,
  more: Uint8Array,
): AsyncGenerator<Uint8Array> {
  if (base?.etag) yield* readContent({ organisationId, etag: base.etag }, { start: 0, end: base.sizeBytes })
  yield more
}

async function write(
  locked: LockedVault,
  wanted: { path: string; found: VaultFileRow | null; stored: StoredContent; bytesWritten: number },
): Promise<Planned<WrittenFile>> {
  const { path, found, stored, bytesWritten } = wanted
  if (found?.isFolder) throw pathExistsError(found)
  if (found) {
    const { changes, mtimeMs } = overwriteChanges(found, stored, locked.now)
    return { changes, output: { path, etag: stored.etag, mtimeMs, bytesWritten } }
  }
  const changes = [...(await planMissingFolders(locked, path)), newFile(path, stored, locked.now)]
  return { changes, output: { path, etag: stored.etag, mtimeMs: locked.now.getTime(), bytesWritten } }
}

export function overwriteChanges(
  found: VaultFileRow,
  stored: StoredContent,
  now: Date,
): { changes: FileChange[]; mtimeMs: number } {
  if (found.etag === stored.etag) return { changes: [], mtimeMs: found.modifiedAt.getTime() }
  const { id: fileId, path, createdAt } = found
  const after = { path, ...stored, createdAt, modifiedAt: now }
  return { changes: [{ fileId, isFolder: false, before: found, after }], mtimeMs: now.getTime() }
}

type Edit<Output> = {
  path: string
  /** Makes the new content from the file as it is now; called again if the file has changed meanwhile. */
  make: (base: VaultFileRow | null) => GivenContent | Promise<GivenContent>
  plan: (locked: LockedVault, found: VaultFileRow | null, stored: StoredContent) => Promise<Planned<Output>>
}

/** In each round another writer has finished, so more rounds than writers at once are never needed. */
const MAX_TRIES = 100

/** Makes content before the vault is locked, and again if the file changed. Throws CONFLICT after too many rounds. */
export async function editContent<Output extends object>(
  vault: VaultWriter,
  kind: OperationKind,
  { path, make, plan }: Edit<Output>,
): Promise<WithEffects<Output>> {
  // A repeated call would otherwise apply its edit to its own result.
  const earlier = await findEarlier<Output>(vault, vault.db)
  if (earlier) return earlier
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const base = await findVaultFile(vault.db, vault.organisationId, vaultKey(path))
    const stored = await storeContent(vault, await make(base))
    const written = await tryToChangeVault(vault, kind, async (locked) => {
      const found = await findAtPath(locked, path)
      return found?.etag === base?.etag ? plan(locked, found, stored) : null
    })
    if (written) return written
  }
  throw pathConflictError(path, `“${path}” keeps changing, so the edit could not be applied.`)
}
