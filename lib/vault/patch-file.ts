/** A part of a text, replaced. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.2.6. */
import { isUtf8 } from 'node:buffer'
import { sizeWords } from '../contract/market/size-words.ts'
import { parseVaultPath } from '../contract/vault/vault-path.ts'
import type { VaultFileRow } from '../db/vault-files.ts'
import { AppError } from '../errors.ts'
import type { Written } from './change-vault.ts'
import { editContent } from './edit-content.ts'
import { requireEtag } from './etags.ts'
import { nothingAt } from './places.ts'
import { readWhole } from './read-content.ts'
import type { VaultWriter } from './vault.ts'
import { fileOver } from './write-file.ts'

/** In UTF-16 code units, as an editor counts; `end` not included. */
export type FilePatch = { replaceRange: { start: number; end: number; text: string } }

export type PatchWanted = { path: string; patch: FilePatch; expectedEtag?: string }
export type PatchedFile = { path: string; etag: string; mtimeMs: number; applied: boolean }

/** It is made in memory, and twice as long there; what is longer is rewritten by its parts. */
const MOST_BYTES = 16 * 1024 * 1024

/**
 * Replaces what is between two offsets. Throws POLICY_DENIED for what is no path, NOT_FOUND for what is no file,
 * CONFLICT for another etag than expected, INVALID_INPUT for offsets that the text does not have, for halves of a
 * character and for what is no text.
 */
export async function patchFile(
  vault: VaultWriter,
  { path: given, patch, expectedEtag }: PatchWanted,
): Promise<Written<PatchedFile>> {
  const path = parseVaultPath(given)
  return editContent<PatchedFile>(vault, 'patch', {
    path,
    async make(base) {
      if (!base?.etag || base.path !== path) throw nothingAt(path)
      requireEtag(path, base, expectedEtag)
      return patched(await readText(vault.organisationId, base), patch)
    },
    async plan(held, found, kept) {
      // `make` has seen that it is a file, and it is the same still.
      const { changes, mtimeMs } = fileOver(found as VaultFileRow, kept, held.now)
      return { changes, output: { path, etag: kept.etag, mtimeMs, applied: true } }
    },
  })
}

async function readText(organisationId: string, { path, etag, sizeBytes }: VaultFileRow): Promise<string> {
  if (sizeBytes > MOST_BYTES) throw cannot(`“${path}” is larger than ${sizeWords(MOST_BYTES)}.`, '/path')
  const bytes = await readWhole({ organisationId, etag: etag ?? '' }, { start: 0, end: sizeBytes })
  if (!isUtf8(bytes)) throw cannot(`“${path}” is no UTF-8 text.`, '/path')
  return bytes.toString()
}

function patched(text: string, { replaceRange: { start, end, text: by } }: FilePatch): string {
  const at = '/patch/replaceRange'
  if (end < start) throw cannot('The range ends before it begins.', `${at}/end`)
  if (end > text.length)
    throw cannot(`The text has ${text.length} characters, so nothing is at ${end}.`, `${at}/end`)
  return text.slice(0, start) + by + text.slice(end)
}

function cannot(message: string, path: string): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path, keyword: 'patch', message }] })
}
