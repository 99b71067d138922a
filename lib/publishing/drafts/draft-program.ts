import { findApiKeyName } from '../../auth/rows/api-keys.ts'
import type { Context } from '../../context/context.ts'
import type { DraftProgram } from '../model/draft-program.ts'

/** Returns the program that calls, with the name of its key; null for a person. */
export async function findDraftProgram({ db, keyId, program }: Context): Promise<DraftProgram | null> {
  if (keyId === undefined) return null
  return { name: program ?? null, keyName: (await findApiKeyName(db, keyId)) ?? 'a deleted key' }
}
