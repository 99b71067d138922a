import { LRUCache } from 'lru-cache'
import type { SkillSetDocument } from '../contracts/document/skillset-document.ts'
import type { ConsentTerms, PermissionLine } from '../contracts/permissions/permission-lines.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { findDocuments } from '../publishing/rows/published-versions.ts'

type VersionTerms = ConsentTerms & {
  migratesFrom: string[]
  requires?: string
}

/** Cached, because every run reads the terms of its version, and they never change. */
const cache = new LRUCache<string, VersionTerms>({ max: 1_000 })

/** Returns the terms by version id, without an entry for an unknown version. */
export async function readVersionTerms(
  db: Database | Tx,
  versionIds: readonly string[],
): Promise<Map<string, VersionTerms>> {
  const found = new Map<string, VersionTerms>()
  for (const id of versionIds) {
    const terms = cache.get(id)
    if (terms) found.set(id, terms)
  }
  const unknown = versionIds.filter((id) => !found.has(id))
  if (unknown.length === 0) return found
  for (const [id, document] of await findDocuments(db, unknown)) {
    const terms = termsIn(document)
    found.set(id, terms)
    cache.set(id, terms)
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

/** Throws PRECONDITION_FAILED, naming each permission, if the person has not consented. */
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
