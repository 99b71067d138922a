import { isMap, parseDocument, stringify } from 'yaml'
import { AppError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { changeVault, type WithEffects } from '../change/change-vault.ts'
import {
  findAtPath,
  freePath,
  newFile,
  newFolder,
  pathExistsError,
  planMissingFolders,
  requireEtag,
} from '../change/resolve-paths.ts'
import { type GivenContent, storeContent } from '../content/content.ts'
import type { CollisionStrategy } from '../model/archive-options.ts'
import { splitFrontMatter } from '../model/front-matter.ts'
import { parseVaultFolder, parseVaultPath } from '../model/vault-path.ts'
import type { VaultWriter } from '../vault.ts'
import { overwriteChanges } from './write-file.ts'

export type CreateWanted = {
  path: string
  content: GivenContent
  collisionStrategy?: CollisionStrategy
  /** Fields that are written as front matter before the content, which must be text then. */
  frontmatter?: JsonObject
  /** The etag of the file to overwrite, which must exist. */
  expectedEtag?: string
}

export type CreatedFile = { path: string; created: boolean; etag: string; mtimeMs: number }

/**
 * `created` is false for an overwritten file. See docs/spec/tools-and-plans.md §1. Throws POLICY_DENIED for an invalid
 * path, CONFLICT if the path exists or has another etag, INVALID_INPUT for invalid content, LIMIT_REACHED if the vault is
 * full.
 */
export async function createFile(
  vault: VaultWriter,
  wanted: CreateWanted,
): Promise<WithEffects<CreatedFile>> {
  const { content, collisionStrategy: strategy = 'error', frontmatter, expectedEtag } = wanted
  const asked = parseVaultPath(wanted.path)
  const stored = await storeContent(
    vault,
    frontmatter && typeof content === 'string' ? withFrontmatter(content, frontmatter) : content,
  )
  return changeVault<CreatedFile>(vault, 'create', async (locked) => {
    if (expectedEtag !== undefined) requireEtag(asked, await findAtPath(locked, asked), expectedEtag)
    const path = strategy === 'create-unique' ? await freePath(locked, asked) : asked
    const found = await findAtPath(locked, path)
    if (found && (strategy === 'error' || found.isFolder)) throw pathExistsError(found)
    if (found) {
      const { changes, mtimeMs } = overwriteChanges(found, stored, locked.now)
      return { changes, output: { path, created: false, etag: stored.etag, mtimeMs } }
    }
    const changes = [...(await planMissingFolders(locked, path)), newFile(path, stored, locked.now)]
    return { changes, output: { path, created: true, etag: stored.etag, mtimeMs: locked.now.getTime() } }
  })
}

/** Writing twice as much YAML takes half a second. */
const MAX_FRONT_MATTER_CHARS = 16 * 1024

/**
 * Sets fields of a text's front matter; its other fields and its comments stay. Throws INVALID_INPUT if it becomes too
 * long.
 */
function withFrontmatter(text: string, fields: JsonObject): string {
  const own = splitFrontMatter(text)
  if ((own?.fields.length ?? 0) + JSON.stringify(fields).length > MAX_FRONT_MATTER_CHARS)
    throw new AppError('INVALID_INPUT', {
      message: 'The front matter is longer than 16 KB.',
      suggestedAction: 'Move long text below the front matter.',
    })
  const document = own ? parseDocument(own.fields, { schema: 'core', logLevel: 'silent' }) : null
  if (
    !own ||
    !document ||
    document.errors.length > 0 ||
    !(document.contents === null || isMap(document.contents))
  )
    return `---\n${stringify(fields, OPTIONS)}---\n${text}`
  for (const [key, value] of Object.entries(fields)) document.set(key, document.createNode(value))
  return `---\n${document.toString(OPTIONS)}---\n${own.body}`
}

// Does not wrap lines, and quotes values that look like dates.
const OPTIONS = { lineWidth: 0, schema: 'core' } as const

export type EnsuredFolder = { path: string; created: boolean }

/**
 * Throws POLICY_DENIED for an invalid path, CONFLICT if a file is there, if a name differs only in case, and for every
 * `expectedEtag`, because folders have none.
 */
export async function ensureFolder(
  vault: VaultWriter,
  wanted: { path: string; expectedEtag?: string },
): Promise<WithEffects<EnsuredFolder>> {
  const path = parseVaultFolder(wanted.path)
  return changeVault<EnsuredFolder>(vault, 'folder', async (locked) => {
    const found = path === '' ? null : await findAtPath(locked, path)
    if (found && !found.isFolder) throw pathExistsError(found)
    requireEtag(path, found ?? (path === '' ? { etag: null } : null), wanted.expectedEtag)
    if (found || path === '') return { changes: [], output: { path, created: false } }
    const changes = [...(await planMissingFolders(locked, path)), newFolder(path, locked.now)]
    return { changes, output: { path, created: true } }
  })
}
