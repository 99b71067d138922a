/**
 * The terms of published versions: what there is to agree to, and which older input they take.
 *
 * Floor 3. Asked for at every run, so the few fields of a published version, which never change, are kept.
 */

import type { Agreeable } from '../contract/document/permission-words.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { Database, Tx } from '../db/client.ts'
import { findDocuments } from '../db/published.ts'

export type VersionTerms = Agreeable & {
  /** Majors whose input its migrations take: ["1"]. */
  migratesFrom: string[]
  /** The range of Guildhall it runs on. */
  requires?: string
}

const MAX_KEPT = 1_000
const kept = new Map<string, VersionTerms>()

/** By version id; those that do not exist are left out. */
export async function termsOf(
  db: Database | Tx,
  versionIds: readonly string[],
): Promise<Map<string, VersionTerms>> {
  const unknown = versionIds.filter((id) => !kept.has(id))
  const read = unknown.length > 0 ? await findDocuments(db, unknown) : new Map<string, SkillSetDocument>()
  const found = new Map<string, VersionTerms>()
  for (const id of versionIds) {
    const document = read.get(id)
    const terms = document ? termsIn(document) : kept.get(id)
    if (!terms) continue
    found.set(id, terms)
    // Last used goes last, so that the first is the one to forget.
    kept.delete(id)
    kept.set(id, terms)
  }
  for (const id of kept.keys()) {
    if (kept.size <= MAX_KEPT) break
    kept.delete(id)
  }
  return found
}

function termsIn(document: SkillSetDocument): VersionTerms {
  const { permissions, configDefinitions, skills, migrations = [], requires } = document
  return {
    permissions,
    configDefinitions,
    skills: skills.map(({ slug, name, riskLevel, sideEffects, pricing }) => ({
      slug,
      name,
      riskLevel,
      sideEffects,
      pricing,
    })),
    migratesFrom: migrations.map(({ from }) => from),
    requires,
  }
}
