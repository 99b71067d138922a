/** Content that is made of what is there. Floor 3. */
import { vaultKey } from '../contract/vault/vault-path.ts'
import { findVaultFile, type VaultFileRow } from '../db/vault-files.ts'
import type { OperationKind } from '../db/vault-journal.ts'
import { findEarlier, type HeldVault, type Planned, tryToChange, type Written } from './change-vault.ts'
import { type GivenContent, type KeptContent, keepContent } from './keep-content.ts'
import { conflict, findAt } from './places.ts'
import type { VaultWriter } from './vault.ts'

type Edit<Output> = {
  path: string
  /** The new content, made of the file as it is; asked again when somebody was faster. */
  make: (base: VaultFileRow | null) => GivenContent | Promise<GivenContent>
  plan: (held: HeldVault, found: VaultFileRow | null, kept: KeptContent) => Promise<Planned<Output>>
}

/** Each round somebody else has finished, so this is how many may write to one file at the same time. */
const MOST_TRIES = 100

/**
 * Reads before the vault is held, since that may take a while; what has changed by then is read once more, so that of
 * two edits both are there in the end. Throws CONFLICT when it never comes to an end.
 */
export async function editContent<Output extends object>(
  vault: VaultWriter,
  kind: OperationKind,
  { path, make, plan }: Edit<Output>,
): Promise<Written<Output>> {
  // Made again, the edit would be of what it has already edited.
  const earlier = await findEarlier<Output>(vault, vault.db)
  if (earlier) return earlier
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const base = await findVaultFile(vault.db, vault.organisationId, vaultKey(path))
    const kept = await keepContent(vault, await make(base))
    const written = await tryToChange(vault, kind, async (held) => {
      const found = await findAt(held, path)
      return found?.etag === base?.etag ? plan(held, found, kept) : null
    })
    if (written) return written
  }
  throw conflict(path, `“${path}” is being changed all the time.`)
}
