/** Rows of storage into what the catalogue shows. Floor 3, pure. */
import { ownImage } from '../contract/document/own-image.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { EvidenceRow } from '../db/evidence.ts'
import type { PublishedVersion, PublisherRow, SkillSetRow } from '../db/published.ts'
import type { Evidence, PublisherSummary, SkillSetSummary, VersionSummary } from './views.ts'

const NO_EVIDENCE: Evidence = { runs: 0, succeeded: 0, p50Ms: null }

export function asEvidence(row: EvidenceRow | undefined): Evidence {
  return row ? { runs: row.runs, succeeded: row.succeeded, p50Ms: row.p50Ms } : NO_EVIDENCE
}

/** Several skills as one. The median of medians would be no median, so there is none. */
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
  const { publishedAt, deprecatedAt, yankedAt, ...rest } = row
  return {
    ...rest,
    publishedAtMs: publishedAt.getTime(),
    deprecatedAtMs: deprecatedAt?.getTime() ?? null,
    yankedAtMs: yankedAt?.getTime() ?? null,
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
    logo: ownImage(document.logoImageUrl),
    permissions: document.permissions ?? {},
    configDefinitions: document.configDefinitions ?? [],
    requires: document.requires,
  }
}
