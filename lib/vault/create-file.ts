/** A file that was not there. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.2.4. */
import type { JsonObject } from '../contract/json/json.ts'
import type { CollisionStrategy } from '../contract/vault/collision-strategies.ts'
import { parseVaultPath } from '../contract/vault/vault-path.ts'
import { changeVault, type Written } from './change-vault.ts'
import { withFrontmatter } from './frontmatter.ts'
import { type GivenContent, keepContent } from './keep-content.ts'
import { alreadyThere, findAt, freePath, missingFoldersOf, newFile } from './places.ts'
import type { VaultWriter } from './vault.ts'
import { fileOver } from './write-file.ts'

export type CreateWanted = {
  path: string
  content: GivenContent
  /** What an existing path means; "error" when absent, whatever `ifNotExists` says. */
  collisionStrategy?: CollisionStrategy
  /** Goes before the content, which then has to be text. */
  frontmatter?: JsonObject
}

export type CreatedFile = { path: string; created: boolean; etag: string; mtimeMs: number }

/**
 * Makes a file, and the folders it is in. `created` is false only when an existing file was overwritten; `path` tells
 * the name that was chosen under "create-unique".
 *
 * Throws POLICY_DENIED for what is no path, CONFLICT for what is there already, INVALID_INPUT for content that no file
 * can hold, PRECONDITION_FAILED when the vault is full.
 */
export async function createFile(vault: VaultWriter, wanted: CreateWanted): Promise<Written<CreatedFile>> {
  const { content, collisionStrategy: strategy = 'error', frontmatter } = wanted
  const asked = parseVaultPath(wanted.path)
  const kept = await keepContent(
    vault,
    frontmatter && typeof content === 'string' ? withFrontmatter(content, frontmatter) : content,
  )
  return changeVault<CreatedFile>(vault, 'create', async (held) => {
    const path = strategy === 'create-unique' ? await freePath(held, asked) : asked
    const found = await findAt(held, path)
    if (found && (strategy === 'error' || found.isFolder)) throw alreadyThere(found)
    if (found) {
      const { changes, mtimeMs } = fileOver(found, kept, held.now)
      return { changes, output: { path, created: false, etag: kept.etag, mtimeMs } }
    }
    const changes = [...(await missingFoldersOf(held, path)), newFile(path, kept, held.now)]
    return { changes, output: { path, created: true, etag: kept.etag, mtimeMs: held.now.getTime() } }
  })
}
