/** Files by what they are called, as ⌘K asks. Floor 3. */
import { isStorable } from '../contract/json/storable.ts'
import { vaultKey } from '../contract/vault/vault-path.ts'
import { listFilesNamed } from '../db/vault-files.ts'
import { type FileEntry, toEntry } from './list-files.ts'
import type { Vault } from './vault.ts'

const DEFAULT_FOUND = 20
const MOST_FOUND = 100
// Whoever types more words means a text in a file, which is `searchText`.
const MOST_WORDS = 10

/** Files whose path holds every word of `name`, those called so first, then what was changed last. */
export async function findFiles(
  { db, organisationId }: Vault,
  { name, limit = DEFAULT_FOUND }: { name: string; limit?: number },
): Promise<{ items: FileEntry[] }> {
  if (!isStorable(name)) return { items: [] }
  const words = vaultKey(name).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  const rows = await listFilesNamed(db, { organisationId, words, take: Math.min(limit, MOST_FOUND) })
  return { items: rows.map(toEntry) }
}
