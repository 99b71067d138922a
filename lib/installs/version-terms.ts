/** Terms are cached, because every run reads them and they never change. */

import type { SkillSetDocument } from '../contracts/document/skillset-document.ts'
import type { ConsentTerms, PermissionLine } from '../contracts/permissions/permission-lines.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { findDocuments } from '../publishing/rows/published-versions.ts'

type VersionTerms = ConsentTerms & {
  migratesFrom: string[]
  requires?: string
}

const MAX_CACHED = 1_000
const cache = new Map<string, VersionTerms>()

export async function versionTermsOf(
  db: Database | Tx,
  versionIds: readonly string[],
): Promise<Map<string, VersionTerms>> {
  const unknown = versionIds.filter((id) => !cache.has(id))
  const read = unknown.length > 0 ? await findDocuments(db, unknown) : new Map<string, SkillSetDocument>()
  const found = new Map<string, VersionTerms>()
  for (const id of versionIds) {
    const document = read.get(id)
    const terms = document ? termsIn(document) : cache.get(id)
    if (!terms) continue
    found.set(id, terms)
    // Moves it to the end: the first key is the least recently used.
    cache.delete(id)
    cache.set(id, terms)
  }
  for (const id of cache.keys()) {
    if (cache.size <= MAX_CACHED) break
    cache.delete(id)
  }
  return found
}

function termsIn(document: SkillSetDocument): VersionTerms {
  const {
    permissions,
    configDefinitions,
    requiredIntegrationProviders,
    skills,
    migrations = [],
    requires,
  } = document
  return {
    permissions,
    configDefinitions,
    requiredIntegrationProviders,
    skills: skills.map(({ slug, name, riskLevel, sideEffects, pricing, dryRun }) => ({
      slug,
      name,
      riskLevel,
      sideEffects,
      pricing,
      dryRun,
    })),
    migratesFrom: migrations.map(({ from }) => from),
    requires,
  }
}

/** With `range` (a number or npm range), `versionId` is what it led to. */
export type ConsentedChoice = { versionId: string; range?: string; consent: boolean }

/** Throws PRECONDITION_FAILED, naming each permission. */
export function requireConsent(
  consents: readonly PermissionLine[],
  { consent }: Pick<ConsentedChoice, 'consent'>,
): void {
  if (consent || consents.length === 0) return
  const issues = consents.map(({ sentence }) => ({ path: '/consent', message: sentence, keyword: 'consent' }))
  throw new AppError('PRECONDITION_FAILED', {
    message: 'Agree to the permissions of this version first.',
    issues,
  })
}
