/** What the viewer's organisation has installed, and settings it kept without an install. Floor 3; any member. */
import { type Context, requireViewer } from '../context.ts'
import { missingConfig } from '../contract/document/config-values.ts'
import { ownImage } from '../contract/document/own-image.ts'
import { latestStable } from '../contract/version/choose-version.ts'
import { compareVersions } from '../contract/version/version-number.ts'
import { listConfigKeys } from '../db/config-values.ts'
import { listInstalls } from '../db/installs.ts'
import { findDocuments, listPublishedVersions, type PublishedState } from '../db/published.ts'

export type InstalledLine = {
  publisher: string
  slug: string
  name: string
  tagline: string
  logo: string | null
  versionId: string
  number: string
  state: PublishedState
  /** Why it is deprecated or was taken down. */
  notice: string | null
  upgrade: { versionId: string; number: string } | null
  hasConfig: boolean
  /** How many required settings are not set. */
  missingCount: number
  installedAtMs: number
}

/** Settings of a SkillSet that is not installed: kept at an uninstall, or set to run it without one. */
export type KeptLine = { publisher: string; slug: string; name: string; valueCount: number }

export type InstalledPage = {
  organisationName: string
  canChange: boolean
  installed: InstalledLine[]
  kept: KeptLine[]
}

/** Throws UNAUTHENTICATED. */
export async function listInstalled(ctx: Context): Promise<InstalledPage> {
  const { organisationId, organisationName, organisationRole } = requireViewer(ctx)
  const rows = await listInstalls(ctx.db, organisationId)
  const documents = await findDocuments(
    ctx.db,
    rows.map(({ versionId }) => versionId),
  )
  const keys = await listConfigKeys(ctx.db, organisationId)
  const installed = await Promise.all(
    rows.map(async (row): Promise<InstalledLine> => {
      const document = documents.get(row.versionId)!
      const definitions = document.configDefinitions ?? []
      const present = keys.filter(({ skillSetId }) => skillSetId === row.skillSetId).map(({ key }) => key)
      return {
        publisher: row.skillSet.publisher.handle,
        slug: row.skillSet.slug,
        name: document.name,
        tagline: document.tagline ?? document.description,
        logo: ownImage(document.logoImageUrl),
        versionId: row.versionId,
        ...(await standing(ctx, row)),
        hasConfig: definitions.length > 0,
        missingCount: missingConfig(definitions, present).length,
        installedAtMs: row.createdAt.getTime(),
      }
    }),
  )
  const isInstalled = new Set(rows.map(({ skillSetId }) => skillSetId))
  const kept = keys.filter(({ skillSetId }) => !isInstalled.has(skillSetId))
  return { organisationName, canChange: organisationRole !== 'MEMBER', installed, kept: keptLines(kept) }
}

async function standing(ctx: Context, { skillSetId, versionId }: { skillSetId: string; versionId: string }) {
  const versions = await listPublishedVersions(ctx.db, skillSetId)
  // A published version is never deleted.
  const pinned = versions.find(({ id }) => id === versionId)!
  const latest = latestStable(versions.filter(({ visibility }) => visibility === pinned.visibility))
  const isNewer = latest && compareVersions(latest.number, pinned.number) > 0
  return {
    number: pinned.number,
    state: pinned.state,
    notice: pinned.yankReason ?? pinned.deprecationNotice,
    upgrade: isNewer ? { versionId: latest.id, number: latest.number } : null,
  }
}

function keptLines(keys: Awaited<ReturnType<typeof listConfigKeys>>): KeptLine[] {
  const lines = new Map<string, KeptLine>()
  for (const { skillSetId, skillSet } of keys) {
    const { publisher, slug, name } = skillSet
    const line = lines.get(skillSetId) ?? { publisher: publisher.handle, slug, name, valueCount: 0 }
    lines.set(skillSetId, { ...line, valueCount: line.valueCount + 1 })
  }
  return [...lines.values()]
}
