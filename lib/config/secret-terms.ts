/**
 * What an organisation has agreed may become of its secrets: the hosts that they are sent to, and whether code reads
 * them as they are.
 *
 * Floor 3. They are agreed to where a secret is given, and where a version is installed. Running needs no install, so
 * without this the next version could send a secret to another host, or have it read, and nobody was asked.
 * Source: specification "Execution", Config and secrets; "Contracts" §6, a permission widened.
 */
import type { Permissions, SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { Database, Tx } from '../db/client.ts'
import type { SealedValue } from '../db/config-values.ts'
import { findInstall, type InstallPlace } from '../db/installs.ts'
import { findDocuments } from '../db/published.ts'

type Permitted = { permissions?: Permissions }

/** What `document` does with the secret of this key: "raw", and its hosts. */
export function termsOf({ permissions }: Permitted, key: string): string[] {
  const found = permissions?.secrets?.find((each) => each.key === key)
  return found ? [...(found.exposure === 'raw' ? ['raw'] : []), ...found.hosts] : []
}

export function isReadRaw(document: Permitted, key: string): boolean {
  return termsOf(document, key).includes('raw')
}

/** The document whose permissions were agreed to by installing it. */
export async function findAgreed(
  db: Database | Tx,
  place: InstallPlace,
): Promise<SkillSetDocument | undefined> {
  const install = await findInstall(db, place)
  return install ? (await findDocuments(db, [install.versionId])).get(install.versionId) : undefined
}

/** True when everything that `document` does with the secret was agreed to. */
export function isAgreed(
  document: Permitted,
  { key, givenFor }: Pick<SealedValue, 'key' | 'givenFor'>,
  agreed: Permitted | undefined,
): boolean {
  const all = [...givenFor, ...(agreed ? termsOf(agreed, key) : [])]
  return termsOf(document, key).every(
    (term) => all.includes(term) || (term !== 'raw' && givenFor.includes('*')),
  )
}
