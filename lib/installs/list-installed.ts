import { listConfigKeys } from '../config/rows/config-value-rows.ts'
import { type Context, requireViewer } from '../context/context.ts'
import { listMissingConfig } from '../contracts/document/config-values.ts'
import { readImagePath } from '../contracts/document/image-path.ts'
import { findLatestStable } from '../contracts/versions/choose-version.ts'
import { compareVersions } from '../contracts/versions/version-number.ts'
import {
  findDocuments,
  listPublishedVersions,
  type PublishedState,
} from '../publishing/rows/published-versions.ts'
import { type HeldBack, offerVersions } from './offer-versions.ts'
import { resolveInstall, runnableBy } from './resolve-install.ts'
import { listInstalls } from './rows/installs.ts'
import { readVersionReader } from './rows/version-readers.ts'

export type InstalledLine = {
  skillSetId: string
  publisher: string
  slug: string
  name: string
  tagline: string
  logo: string | null
  /** The version that the organisation consented to; `number` and `state` are of the version that runs now. */
  versionId: string
  number: string
  /** The version range that is followed; null for an install of exactly one version. */
  range: string | null
  state: PublishedState
  /** Why the version was yanked or deprecated, in the publisher's words. */
  notice: string | null
  deprecatedAtMs: number | null
  migratesFrom: string | null
  /** A version in the range whose additional permissions need consent. */
  waiting: { versionId: string; number: string } | null
  /** A better version that is too young, or that a rollout has not brought to the organisation. */
  coming: { number: string; kind: HeldBack['kind'] } | null
  /** The latest stable version, if it is newer than the one that runs. */
  upgrade: { versionId: string; number: string } | null
  hasConfig: boolean
  /** The number of required settings that have no value yet. */
  missingCount: number
  installedAtMs: number
}

/** Settings that are still stored of a SkillSet that is not installed any more. */
export type StoredConfigLine = { publisher: string; slug: string; name: string; valueCount: number }

export type InstalledPage = {
  organisationName: string
  canChange: boolean
  installed: InstalledLine[]
  storedConfigs: StoredConfigLine[]
}

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
        skillSetId: row.skillSetId,
        publisher: row.skillSet.publisher.handle,
        slug: row.skillSet.slug,
        name: document.name,
        tagline: document.tagline ?? document.description,
        logo: readImagePath(document.logoImageUrl),
        versionId: row.versionId,
        range: row.range,
        ...describeVersionStatus(running),
        hasConfig: definitions.length > 0,
        missingCount: listMissingConfig(definitions, present).length,
        installedAtMs: row.createdAt.getTime(),
      }
    }),
  )
  const isInstalled = new Set(rows.map(({ skillSetId }) => skillSetId))
  const storedKeys = keys.filter(({ skillSetId }) => !isInstalled.has(skillSetId))
  return {
    organisationName,
    canChange: organisationRole !== 'MEMBER',
    installed,
    storedConfigs: groupBySkillSet(storedKeys),
  }
}

type Row = Awaited<ReturnType<typeof listInstalls>>[number]

async function resolveRow(ctx: Context, row: Row) {
  const { organisationId } = requireViewer(ctx)
  const all = await listPublishedVersions(ctx.db, row.skillSetId)
  const versions = runnableBy(organisationId, row.skillSet, all)
  // Versions are never deleted.
  const agreed = all.find(({ id }) => id === row.versionId)!
  const reader = await readVersionReader(ctx.db, { organisationId, skillSetId: row.skillSetId })
  const owned = { id: row.skillSetId, publisher: row.skillSet.publisher }
  const offer = await offerVersions(ctx.db, reader, owned, versions)
  return { ...offer, ...((await resolveInstall(ctx.db, row, offer)) ?? { version: agreed }) }
}

function describeVersionStatus({
  version,
  from,
  waiting,
  coming,
  versions,
  held,
}: Awaited<ReturnType<typeof resolveRow>>) {
  const { number, state, yankReason, deprecationNotice, deprecatedAt } = version
  const latest = findLatestStable(
    versions.filter(({ id, visibility }) => visibility === version.visibility && !held.has(id)),
  )
  const isNewer = latest && compareVersions(latest.number, number) > 0 && latest.id !== waiting?.id
  return {
    number,
    state,
    notice: yankReason ?? deprecationNotice,
    deprecatedAtMs: deprecatedAt?.getTime() ?? null,
    migratesFrom: from ?? null,
    coming: coming ? { number: coming.number, kind: coming.held.kind } : null,
    waiting: waiting ? { versionId: waiting.id, number: waiting.number } : null,
    upgrade: isNewer ? { versionId: latest.id, number: latest.number } : null,
  }
}

function groupBySkillSet(keys: Awaited<ReturnType<typeof listConfigKeys>>): StoredConfigLine[] {
  const lines = new Map<string, StoredConfigLine>()
  for (const { skillSetId, skillSet } of keys) {
    const { publisher, slug, name } = skillSet
    const line = lines.get(skillSetId) ?? { publisher: publisher.handle, slug, name, valueCount: 0 }
    lines.set(skillSetId, { ...line, valueCount: line.valueCount + 1 })
  }
  return [...lines.values()]
}
