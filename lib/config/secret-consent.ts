/**
 * People consent to hosts and raw access. Otherwise a new version could send a secret to another host, since running
 * needs no install. See docs/spec/execution.md §3.
 */

import { tokenHostOf } from '../contracts/document/secret-use.ts'
import type { Permissions, SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { findInstall, type InstallKey } from '../installs/rows/installs.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { findDocuments } from '../publishing/rows/published-versions.ts'
import type { SealedValue } from './rows/config-value-rows.ts'

const SIGNED = 'signed '

type Permitted = { permissions?: Permissions }

/**
 * Returns the uses of a secret that a document declares: hosts, and “raw” if code reads it. A host that gets signatures or
 * tokens only is “signed HOST”; a token endpoint gets the secret.
 */
export function listSecretUses({ permissions }: Permitted, key: string): string[] {
  const found = permissions?.secrets?.find((each) => each.key === key)
  if (!found) return []
  const hosts = found.use ? found.hosts.map((host) => SIGNED + host) : found.hosts
  const tokenHost = tokenHostOf(found.use)
  return [...(found.exposure === 'raw' ? ['raw'] : []), ...hosts, ...(tokenHost ? [tokenHost] : [])]
}

export function isReadRaw(document: Permitted, key: string): boolean {
  return listSecretUses(document, key).includes('raw')
}

export async function findConsentedDocument(
  db: Database | Tx,
  installKey: InstallKey,
): Promise<SkillSetDocument | undefined> {
  const install = await findInstall(db, installKey)
  return install ? (await findDocuments(db, [install.versionId])).get(install.versionId) : undefined
}

export function isConsentedUse(
  document: Permitted,
  { key, consentedUses }: Pick<SealedValue, 'key' | 'consentedUses'>,
  agreed: Permitted | undefined,
): boolean {
  const all = [...consentedUses, ...(agreed ? listSecretUses(agreed, key) : [])]
  return listSecretUses(document, key).every(
    (term) =>
      all.includes(term) ||
      // Who lets a host have the secret lets it have signatures.
      (term.startsWith(SIGNED) && all.includes(term.slice(SIGNED.length))) ||
      (term !== 'raw' && consentedUses.includes('*')),
  )
}
