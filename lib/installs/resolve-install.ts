/**
 * Which version an install means now.
 *
 * Floor 3. Nobody's permissions widen by themselves: a range resolves to its best version that may do no more
 * than was agreed to, and what is better but may do more waits for a new consent.
 * Source: specification "Contracts" §6, Ranges, Migrations, and the row "a permission widened".
 */

import { newPermissions } from '../contract/document/permission-words.ts'
import { versionsFor } from '../contract/version/choose-version.ts'
import type { MigrationStep } from '../contract/version/migration-steps.ts'
import { majorOf } from '../contract/version/version-number.ts'
import { openMajor } from '../contract/version/version-range.ts'
import type { Database, Tx } from '../db/client.ts'
import type { InstallRow } from '../db/installs.ts'
import type { PublishedVersion } from '../db/published.ts'
import { termsOf } from './version-terms.ts'

export type Resolved = {
  version: PublishedVersion
  /** The major the caller's input is for, when the version takes it by migrations. */
  from?: string
  /** Those migrations, in their order: the major whose input is taken, and the version whose migration takes it. */
  steps?: MigrationStep<PublishedVersion>[]
  /** The range's own best, whose callers these are; absent when all of its major was taken down. */
  before?: PublishedVersion
  /** Better, but it may do more than was agreed to. */
  waiting?: PublishedVersion
}

/** The versions a range leads to among `versions`, best first; consent is not asked about. */
export async function followRange(
  db: Database | Tx,
  versions: readonly PublishedVersion[],
  range: string,
): Promise<Omit<Resolved, 'waiting'>[]> {
  const from = openMajor(range)
  // Only a newer major can take the input of an older one; the documents of the others need not be read.
  const newer = versions.filter(({ number }) => from !== undefined && majorOf(number) > Number(from))
  const terms = await termsOf(
    db,
    newer.map(({ id }) => id),
  )
  const migrating = versions.map((version) => ({
    version,
    ...{ id: version.id, number: version.number, state: version.state },
    migratesFrom: terms.get(version.id)?.migratesFrom ?? [],
  }))
  const ways = versionsFor(migrating, range)
  const before = ways.find((way) => way.from === undefined)?.version.version
  return ways.map(({ version: { version }, from: major, steps = [] }) => ({
    version,
    ...(major !== undefined && { from: major, steps: steps.map(stepOf), ...(before && { before }) }),
  }))
}

function stepOf({ from, version: { version } }: MigrationStep<{ version: PublishedVersion }>) {
  return { from, version }
}

/**
 * What an install runs, among `versions` its organisation may run; null when it runs none of them. A version it
 * is pinned to is returned even when it was taken down, so that a page or a run can say so.
 */
export async function resolveInstall(
  db: Database | Tx,
  install: Pick<InstallRow, 'versionId' | 'range'>,
  versions: readonly PublishedVersion[],
): Promise<Resolved | null> {
  const agreed = versions.find(({ id }) => id === install.versionId)
  if (install.range === null) return agreed ? { version: agreed } : null
  const ways = await followRange(db, versions, install.range)
  const [best] = ways
  const ids = [install.versionId, ...ways.map(({ version }) => version.id)]
  const terms = await termsOf(db, ids)
  const before = terms.get(install.versionId) ?? { skills: [] }
  const mayRun = ({ version }: Resolved) => {
    const after = terms.get(version.id)
    return after !== undefined && newPermissions(before, after).length === 0
  }
  const allowed = ways.find(mayRun)
  const running = allowed ?? (agreed && { version: agreed })
  if (!running) return null
  const isWaiting = best !== undefined && best.version.id !== running.version.id
  return { ...running, ...(isWaiting && { waiting: best.version }) }
}

/** Those an organisation may run: public ones, and its own private ones. */
export function runnableBy(
  organisationId: string,
  { publisher }: { publisher: { organisationId: string } },
  versions: readonly PublishedVersion[],
): PublishedVersion[] {
  return versions.filter(
    ({ visibility }) => visibility === 'PUBLIC' || publisher.organisationId === organisationId,
  )
}
