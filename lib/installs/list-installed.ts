/** What the viewer's organisation has installed, and settings it kept without an install. Floor 3; any member. */
import { type Context, requireViewer } from '../context.ts'
import { missingConfig } from '../contract/document/config-values.ts'
import { ownImage } from '../contract/document/own-image.ts'
import { latestStable } from '../contract/version/choose-version.ts'
import { compareVersions } from '../contract/version/version-number.ts'
import { listConfigKeys } from '../db/config-values.ts'
import { listInstalls } from '../db/installs.ts'
import { findDocuments, listPublishedVersions, type PublishedState } from '../db/published.ts'
import { resolveInstall, runnableBy } from './resolve-install.ts'

export type InstalledLine = {
  publisher: string
  slug: string
  name: string
  tagline: string
  logo: string | null
  /** The version that was agreed to. */
  versionId: string
  /** The one that runs now. */
  number: string
  /** What is followed; null for exactly `number`. */
  range: string | null
  state: PublishedState
  /** Why it is deprecated or was taken down. */
  notice: string | null
  /** From when it counts as deprecated. */
  deprecatedAtMs: number | null
  /** The major whose input it takes by a migration. */
  migratesFrom: string | null
  /** Better and in the range, but it may do more than was agreed to. */
  waiting: { versionId: string; number: string } | null
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
  const resolved = await Promise.all(rows.map((row) => resolveRow(ctx, row)))
  const documents = await findDocuments(
    ctx.db,
    resolved.map(({ version }) => version.id),
  )
  const keys = await listConfigKeys(ctx.db, organisationId)
  const installed = await Promise.all(
    rows.map(async (row, index): Promise<InstalledLine> => {
      const running = resolved[index]!
      const document = documents.get(running.version.id)!
      const definitions = document.configDefinitions ?? []
      const present = keys.filter(({ skillSetId }) => skillSetId === row.skillSetId).map(({ key }) => key)
      return {
        publisher: row.skillSet.publisher.handle,
        slug: row.skillSet.slug,
        name: document.name,
        tagline: document.tagline ?? document.description,
        logo: ownImage(document.logoImageUrl),
        versionId: row.versionId,
        range: row.range,
        ...standing(running),
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

type Row = Awaited<ReturnType<typeof listInstalls>>[number]

async function resolveRow(ctx: Context, row: Row) {
  const { organisationId } = requireViewer(ctx)
  const all = await listPublishedVersions(ctx.db, row.skillSetId)
  const versions = runnableBy(organisationId, row.skillSet, all)
  // A published version is never deleted.
  const agreed = all.find(({ id }) => id === row.versionId)!
  return { versions, ...((await resolveInstall(ctx.db, row, versions)) ?? { version: agreed }) }
}

function standing({ version, from, waiting, versions }: Awaited<ReturnType<typeof resolveRow>>) {
  const { number, state, yankReason, deprecationNotice, deprecatedAt } = version
  const latest = latestStable(versions.filter(({ visibility }) => visibility === version.visibility))
  const isNewer = latest && compareVersions(latest.number, number) > 0 && latest.id !== waiting?.id
  return {
    number,
    state,
    notice: yankReason ?? deprecationNotice,
    deprecatedAtMs: deprecatedAt?.getTime() ?? null,
    migratesFrom: from ?? null,
    waiting: waiting ? { versionId: waiting.id, number: waiting.number } : null,
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
