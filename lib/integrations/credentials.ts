/** Encrypted; opened for a run and for its provider only. */
import { z } from 'zod'
import { openSecret, storeSecret } from '../config/sealed-secrets.ts'
import type { Database, Tx } from '../db/core/prisma-client.ts'

const credential = z.object({
  token: z.string().min(1),
  refreshToken: z.string().optional(),
})

export type Credential = z.infer<typeof credential>

export function storeCredential(
  tx: Database | Tx,
  connection: { id: string; organisationId: string },
  { token, refreshToken }: Credential,
): Promise<void> {
  return storeSecret(tx, connection, JSON.stringify({ token, refreshToken }))
}

/** Null if there is none, or it cannot be decrypted. */
export async function openCredential(db: Database | Tx, connectionId: string): Promise<Credential | null> {
  const text = await openSecret(db, connectionId)
  return text === null ? null : credential.parse(JSON.parse(text))
}
