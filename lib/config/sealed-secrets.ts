/** Seals secrets that are no settings of a SkillSet, such as those of automations and connected accounts. */
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { findSealedSecret, saveSealedSecret } from '../settings/rows/setting-rows.ts'
import { findMasterKey, masterKey } from './master-key.ts'
import { seal, secretLocation, unseal } from './sealing.ts'

type SecretKey = { organisationId: string; id: string }

export async function storeSecret(
  tx: Database | Tx,
  { organisationId, id }: SecretKey,
  plain: string,
): Promise<void> {
  const key = masterKey()
  const sealed = seal(key, secretLocation(organisationId, id), plain)
  await saveSealedSecret(tx, { id, organisationId, sealed, keyId: key.id })
}

/** Returns the secret; null if none is stored, or it cannot be decrypted with the keys of this server. */
export async function openSecret(db: Database | Tx, id: string): Promise<string | null> {
  const row = await findSealedSecret(db, id)
  const key = row && findMasterKey(row.keyId)
  return key ? unseal(key, secretLocation(row.organisationId, id), row.sealed) : null
}

// A hint would reveal too much of shorter secrets.
const HINT_FROM_CHARS = 13

/** Returns the last four characters; null for short secrets. */
export function makeHint(text: string): string | null {
  const characters = [...text.replaceAll('\0', '')]
  return characters.length >= HINT_FROM_CHARS ? characters.slice(-4).join('') : null
}
