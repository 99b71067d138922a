import { masterKey, masterKeyOf } from '../config/master-key.ts'
import { providerLocation, seal, unseal } from '../config/sealing.ts'
import type { ProviderRow } from '../db/integrations/provider-rows.ts'

export function sealClientSecret(
  slug: string,
  secret: string,
): { clientSecret: Uint8Array<ArrayBuffer>; keyId: string } {
  const key = masterKey()
  return { clientSecret: seal(key, providerLocation('', slug), secret), keyId: key.id }
}

/** Null if there is none, or it cannot be decrypted. */
export function openClientSecret({
  slug,
  clientSecret,
  keyId,
}: Pick<ProviderRow, 'slug' | 'clientSecret' | 'keyId'>): string | null {
  const key = keyId === null ? undefined : masterKeyOf(keyId)
  return key && clientSecret ? unseal(key, providerLocation('', slug), clientSecret) : null
}
