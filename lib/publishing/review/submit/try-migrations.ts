import type { Context } from '../../../context/context.ts'
import type { LeftBehind, MigrationTest } from '../../../contracts/checks/migration-tests.ts'
import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import {
  findMigrationSteps,
  listVersionsInRange,
  type Migrating,
} from '../../../contracts/versions/choose-version.ts'
import { isPrerelease, isVersion, parseMajor } from '../../../contracts/versions/version-number.ts'
import { LIVE_STATES } from '../../../contracts/versions/version-states.ts'
import { listInstallsOf } from '../../../installs/rows/installs.ts'
import { readVersionTerms } from '../../../installs/version-terms.ts'
import { testMigrations } from '../../../runs/prepare/test-migrations.ts'
import { findDocuments, findSkillSetById } from '../../rows/published-versions.ts'
import type { VersionHead } from '../../rows/versions.ts'

export type TriedMigrations = { migrations: MigrationTest[]; leftBehind: LeftBehind[] }

type MigratedDocument = { skillSetId: string; heads: readonly VersionHead[]; document: SkillSetDocument }

/**
 * Runs migrations on the examples of the last version of each earlier major. `leftBehind` lists majors without a
 * migration that organisations still use.
 */
export async function tryMigrations(ctx: Context, migrated: MigratedDocument): Promise<TriedMigrations> {
  const { skillSetId, heads, document } = migrated
  const leftBehind = await findLeftBehind(ctx, migrated)
  const froms = (document.migrations ?? []).map(({ from }) => from)
  const skillSet = froms.length > 0 ? await findSkillSetById(ctx.db, skillSetId) : null
  if (!skillSet) return { migrations: [], leftBehind }
  const lasts = froms.flatMap((from) => findLastOfMajor(heads, from) ?? [])
  const documents = await findDocuments(
    ctx.db,
    lasts.map(({ id }) => id),
  )
  const publisher = skillSet.publisher.handle
  const olds = [...documents.values()]
  const names = { publisher, skillSetName: `${publisher}.${skillSet.slug}` }
  return { migrations: await testMigrations(ctx, { ...names, document, olds }), leftBehind }
}

function findLastOfMajor(heads: readonly VersionHead[], major: string): VersionHead | undefined {
  return listVersionsInRange(listLiveVersions(heads), `${major}.x`)[0]
}

function listLiveVersions(heads: readonly VersionHead[]): VersionHead[] {
  const isLive = ({ state }: VersionHead) => (LIVE_STATES as readonly string[]).includes(state)
  return heads.filter((head) => isLive(head) && isVersion(head.number) && !isPrerelease(head.number))
}

/** Returns the majors that organisations use and that no migration leads from to this version. */
async function findLeftBehind(
  ctx: Context,
  { skillSetId, heads, document }: MigratedDocument,
): Promise<LeftBehind[]> {
  if (!isVersion(document.version)) return []
  const major = parseMajor(document.version)
  const installs = await listInstallsOf(ctx.db, skillSetId)
  const majors = installs.map(({ version }) => parseMajor(version.number)).filter((older) => older < major)
  if (majors.length === 0) return []
  const live = listLiveVersions(heads)
  const terms = await readVersionTerms(
    ctx.db,
    live.map(({ id }) => id),
  )
  const between = live.map((head) => ({ ...head, migratesFrom: terms.get(head.id)?.migratesFrom ?? [] }))
  const migratesFrom = (document.migrations ?? []).map(({ from }) => from)
  const target = { id: '', number: document.version, state: 'PUBLISHED' as const, migratesFrom }
  return [...new Set(majors)].sort().flatMap((each) => {
    const from = String(each)
    const last = findLastOfMajor(heads, from)
    if (!last || findMigrationSteps<Migrating>(from, target, between)) return []
    return [{ major: from, installs: majors.filter((other) => other === each).length, last: last.number }]
  })
}
