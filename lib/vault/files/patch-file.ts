import { isUtf8 } from 'node:buffer'
import { AppError } from '../../kernel/errors.ts'
import { formatBytes } from '../../kernel/text/format.ts'
import type { WithEffects } from '../change/change-vault.ts'
import { pathNotFoundError, requireEtag } from '../change/resolve-paths.ts'
import { readWhole } from '../content/content.ts'
import { parseVaultPath } from '../model/vault-path.ts'
import type { VaultFileRow } from '../rows/vault-files.ts'
import type { VaultWriter } from '../vault.ts'
import { editContent, overwriteChanges } from './write-file.ts'

type FilePatch =
  | { replaceRange: { start: number; end: number; text: string } }
  | { find: string; replace: string; all?: boolean }

export type PatchWanted = { path: string; patch: FilePatch; expectedEtag?: string }
export type PatchedFile = { path: string; etag: string; mtimeMs: number; applied: boolean }

/** Patching a file needs twice its size in memory. */
const MAX_PATCHED_BYTES = 16 * 1024 * 1024

/**
 * Throws POLICY_DENIED for an invalid path, NOT_FOUND, CONFLICT for another etag and for a text that does not occur as
 * often as expected, INVALID_INPUT for invalid offsets and for a file that is not text.
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
      return applyPatch(await readText(vault.organisationId, base), patch, path)
    },
    async plan(locked, found, stored) {
      // `make` has checked that it is not null.
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

function applyPatch(text: string, patch: FilePatch, path: string): string {
  if ('find' in patch) return replaceMatches(text, patch, path)
  const { start, end, text: by } = patch.replaceRange
  const at = '/patch/replaceRange'
  if (end < start) throw patchError('The end of the range is before its start.', `${at}/end`)
  if (end > text.length)
    throw patchError(`The text has ${text.length} characters, so offset ${end} is out of range.`, `${at}/end`)
  return text.slice(0, start) + by + text.slice(end)
}

type FindPatch = Extract<FilePatch, { find: string }>

function replaceMatches(text: string, { find, replace, all = false }: FindPatch, path: string): string {
  const matches = countMatches(text, find)
  // “aa” occurs once in “aaa” if matches must not overlap, but in two places.
  const isAmbiguous = matches > 1 || (matches === 1 && text.indexOf(find, text.indexOf(find) + 1) !== -1)
  if (matches === 0) throw matchesError(path, 0)
  if (isAmbiguous && !all) throw matchesError(path, Math.max(2, matches))
  const chars = text.length + matches * (replace.length - find.length)
  if (chars > MAX_PATCHED_BYTES)
    throw patchError(`The text would become longer than ${formatBytes(MAX_PATCHED_BYTES)}.`, '/patch/replace')
  // A function, because `$&` in a replacement text would mean the match.
  return all ? text.replaceAll(find, () => replace) : text.replace(find, () => replace)
}

function countMatches(text: string, find: string): number {
  let matches = 0
  for (let at = text.indexOf(find); at !== -1; at = text.indexOf(find, at + find.length)) matches += 1
  return matches
}

function matchesError(path: string, matches: number): AppError {
  const message =
    matches === 0
      ? `The text to find does not occur in “${path}”.`
      : `The text to find occurs ${matches} times in “${path}”, but it must occur once.`
  return new AppError('CONFLICT', {
    message,
    issues: [{ path: '/patch/find', keyword: 'matches', message, params: { path, matches } }],
    suggestedAction:
      matches === 0
        ? 'Read the file again, and send the text exactly as it is there.'
        : 'Send more of the text around it, or set all to true.',
  })
}

function patchError(message: string, path: string): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path, keyword: 'patch', message }] })
}
