import { readImagePath } from '../contracts/document/image-path.ts'
import type { RiskLevel, SkillDocument, SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { lockDigest } from '../contracts/packages/lock-digest.ts'
import { highestRisk, riskIn } from '../contracts/permissions/permission-lines.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import type { PublishedVersion, PublisherRow, SkillSetRow } from '../publishing/rows/published-versions.ts'
import type { EvidenceRow } from '../runs/rows/evidence.ts'
import type { Evidence, PublisherSummary, SkillSetSummary, VersionSummary } from './catalog-views.ts'
import { readProvenance } from './model/provenance.ts'
import { findListedRisks } from './rows/catalog-entries.ts'

const NO_EVIDENCE: Evidence = { runs: 0, succeeded: 0, p50Ms: null }

export function asEvidence(row: EvidenceRow | undefined): Evidence {
  return row ? { runs: row.runs, succeeded: row.succeeded, p50Ms: row.p50Ms } : NO_EVIDENCE
}

/** Adds up the evidence of several skills. The median time is null: a median of medians means nothing. */
export function totalEvidence(parts: readonly Evidence[]): Evidence {
  const [only] = parts
  if (only && parts.length === 1) return only
  return {
    runs: parts.reduce((sum, { runs }) => sum + runs, 0),
    succeeded: parts.reduce((sum, { succeeded }) => sum + succeeded, 0),
    p50Ms: null,
  }
}

export function asVersionSummary(row: PublishedVersion): VersionSummary {
  const { publishedAt, deprecatedAt, yankedAt, provenance: stored, ...rest } = row
  const provenance = readProvenance(stored)
  return {
    ...rest,
    publishedAtMs: publishedAt.getTime(),
    deprecatedAtMs: deprecatedAt?.getTime() ?? null,
    yankedAtMs: yankedAt?.getTime() ?? null,
    provenance: provenance?.isPublic ? provenance : null,
  }
}

export function asPublisherSummary({ handle, displayName, verifiedAt }: PublisherRow): PublisherSummary {
  return { handle, displayName, verified: verifiedAt !== null }
}

export function asSkillSetSummary(row: SkillSetRow, document: SkillSetDocument): SkillSetSummary {
  return {
    id: row.id,
    slug: row.slug,
    name: document.name,
    tagline: document.tagline ?? '',
    description: document.description,
    publisher: asPublisherSummary(row.publisher),
    logo: readImagePath(document.logoImageUrl),
    permissions: document.permissions ?? {},
    configDefinitions: document.configDefinitions ?? [],
    requires: document.requires,
    requiredIntegrationProviders: document.requiredIntegrationProviders,
    ...(document.dependencyLock && { packagesDigest: lockDigest(document.dependencyLock) }),
  }
}

/**
 * Returns the risk of each skill that the catalogue lists. Unlisted skills are left out, because strangers cannot call
 * them.
 */
export async function findListedRisksOf(
  db: Database | Tx,
  prefix: string,
  document: SkillSetDocument,
): Promise<(skill: SkillDocument) => RiskLevel> {
  const called = (document.permissions?.skills ?? []).map((entry) => entry.split('@')[0] ?? '')
  const siblings = document.skills.filter(({ slug }) => called.includes(`${prefix}.${slug}`))
  const others = called.filter((name) => !name.startsWith(`${prefix}.`))
  const listed = others.length > 0 ? await findListedRisks(db, others) : []
  const ofCalls = highestRisk([...siblings.map((sibling) => riskIn(document, sibling)), ...listed])
  return (skill) =>
    skill.kind === 'instruction' ? riskIn(document, skill) : highestRisk([riskIn(document, skill), ofCalls])
}
