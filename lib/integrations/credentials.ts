/** Credentials are opened only for a run and for their provider. */
import { z } from 'zod'
import { findMasterKey, masterKey } from '../config/master-key.ts'
import { openSecret, storeSecret } from '../config/sealed-secrets.ts'
import { providerLocation, seal, unseal } from '../config/sealing.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import type { ProviderRow } from './rows/provider-rows.ts'

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

/** Returns null if there is none, or it cannot be decrypted. */
export async function openCredential(db: Database | Tx, connectionId: string): Promise<Credential | null> {
  const text = await openSecret(db, connectionId)
  return text === null ? null : credential.parse(JSON.parse(text))
}

export function sealClientSecret(
  slug: string,
  secret: string,
): { clientSecret: Uint8Array<ArrayBuffer>; keyId: string } {
  const key = masterKey()
  return { clientSecret: seal(key, providerLocation('', slug), secret), keyId: key.id }
}

/** Returns null if there is none, or it cannot be decrypted. */
export function openClientSecret({
  slug,
  clientSecret,
  keyId,
}: Pick<ProviderRow, 'slug' | 'clientSecret' | 'keyId'>): string | null {
  const key = keyId === null ? undefined : findMasterKey(keyId)
  return key && clientSecret ? unseal(key, providerLocation('', slug), clientSecret) : null
}
