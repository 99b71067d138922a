import { isUtf8 } from 'node:buffer'
import type { VaultFileRow } from '../../db/vault/vault-files.ts'
import { AppError } from '../../errors.ts'
import { formatBytes } from '../../text/format.ts'
import { parseVaultPath } from '../../vault-model/vault-path.ts'
import type { WithEffects } from '../change/change-vault.ts'
import { pathNotFoundError, requireEtag } from '../change/resolve-paths.ts'
import { readWhole } from '../content/content.ts'
import type { VaultWriter } from '../vault.ts'
import { editContent, overwriteChanges } from './write-file.ts'

type FilePatch = { replaceRange: { start: number; end: number; text: string } }

export type PatchWanted = { path: string; patch: FilePatch; expectedEtag?: string }
export type PatchedFile = { path: string; etag: string; mtimeMs: number; applied: boolean }

/** Patching needs twice this memory. */
const MAX_PATCHED_BYTES = 16 * 1024 * 1024

/**
 * Throws POLICY_DENIED for an invalid path, NOT_FOUND, CONFLICT for another etag, INVALID_INPUT for invalid
 * offsets and for a file that is not text.
 */
export async function patchFile(
  vault: VaultWriter,
  { path: given, patch, expectedEtag }: PatchWanted,
): Promise<WithEffects<PatchedFile>> {
  const path = parseVaultPath(given)
  return editContent<PatchedFile>(vault, 'patch', {
    path,
    async make(base) {
      if (!base?.etag || base.path !== path) throw pathNotFoundError(path)
      requireEtag(path, base, expectedEtag)
      return patched(await readText(vault.organisationId, base), patch)
    },
    async plan(locked, found, stored) {
      // Not null, because `make` checked that.
      const { changes, mtimeMs } = overwriteChanges(found as VaultFileRow, stored, locked.now)
      return { changes, output: { path, etag: stored.etag, mtimeMs, applied: true } }
    },
  })
}

async function readText(organisationId: string, { path, etag, sizeBytes }: VaultFileRow): Promise<string> {
  if (sizeBytes > MAX_PATCHED_BYTES)
    throw patchError(`“${path}” is larger than ${formatBytes(MAX_PATCHED_BYTES)}.`, '/path')
  const bytes = await readWhole({ organisationId, etag: etag ?? '' }, { start: 0, end: sizeBytes })
  if (!isUtf8(bytes)) throw patchError(`“${path}” is not UTF-8 text.`, '/path')
  return bytes.toString()
}

function patched(text: string, { replaceRange: { start, end, text: by } }: FilePatch): string {
  const at = '/patch/replaceRange'
  if (end < start) throw patchError('The end of the range is before its start.', `${at}/end`)
  if (end > text.length)
    throw patchError(`The text has ${text.length} characters, so offset ${end} is out of range.`, `${at}/end`)
  return text.slice(0, start) + by + text.slice(end)
}

function patchError(message: string, path: string): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path, keyword: 'patch', message }] })
}
