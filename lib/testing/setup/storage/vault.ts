import { database } from '../../../kernel/db/prisma-client.ts'
import { listFiles } from '../../../vault/files/list-files.ts'
import type { VaultWriter } from '../../../vault/vault.ts'
import { makeUser } from '../../factories.ts'

export async function makeVault(): Promise<VaultWriter> {
  const user = await makeUser()
  return { db: database(), organisationId: user.organisation.id, userId: user.id }
}

export const pathsOf = async (of: VaultWriter) =>
  (await listFiles(of, { recursive: true })).items.map(({ path }) => path)
