/**
 * People consent to hosts and raw access. Otherwise a new version could send a secret to another host, since running
 * needs no install. See docs/spec/execution.md §3.
 */

import type { Permissions, SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { findInstall, type InstallKey } from '../installs/rows/installs.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { findDocuments } from '../publishing/rows/published-versions.ts'
import type { SealedValue } from './rows/config-value-rows.ts'

type Permitted = { permissions?: Permissions }

/** Returns the uses of a secret that a document declares: hosts, and “raw” if code reads it. */
export function secretUsesOf({ permissions }: Permitted, key: string): string[] {
  const found = permissions?.secrets?.find((each) => each.key === key)
  return found ? [...(found.exposure === 'raw' ? ['raw'] : []), ...found.hosts] : []
}

export function isReadRaw(document: Permitted, key: string): boolean {
  return secretUsesOf(document, key).includes('raw')
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
  const all = [...consentedUses, ...(agreed ? secretUsesOf(agreed, key) : [])]
  return secretUsesOf(document, key).every(
    (term) => all.includes(term) || (term !== 'raw' && consentedUses.includes('*')),
  )
}
