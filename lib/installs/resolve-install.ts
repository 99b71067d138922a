/**
 * An install runs the best version in its range without additional permissions; a better one waits for consent. See
 * docs/spec/contracts.md §6.
 */

import { newPermissions } from '../contracts/permissions/permission-lines.ts'
import { listVersionRoutes, type MigrationStep } from '../contracts/versions/choose-version.ts'
import { compareVersions, parseMajor } from '../contracts/versions/version-number.ts'
import { openMajor } from '../contracts/versions/version-range.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import type { PublishedVersion } from '../publishing/rows/published-versions.ts'
import {
  type ComingVersion,
  findComing,
  type HeldBack,
  type VersionOffer,
  withoutHeld,
} from './offer-versions.ts'
import type { InstallRow } from './rows/installs.ts'
import { readVersionTerms } from './version-terms.ts'

export type ResolvedInstall = {
  version: PublishedVersion
  /** The major version of the input, if `version` migrates it. */
  from?: string
  /** Migrations in order, each with its source major and version. */
  steps?: MigrationStep<PublishedVersion>[]
  /** The version before the migrations; absent if its whole major was yanked. */
  before?: PublishedVersion
  /** A better version whose additional permissions need consent. */
  waiting?: PublishedVersion
  /** A better version that is too young for the organisation, or that a rollout has not brought to it. */
  coming?: ComingVersion
}

/**
 * Returns the versions in the range, the best first, whether or not they need consent. Leaves out those that are held back,
 * unless no other one fits.
 */
export async function listInstallableVersions(
  db: Database | Tx,
  { versions, held }: VersionOffer,
  range: string,
): Promise<Omit<ResolvedInstall, 'waiting'>[]> {
  return withoutHeld(await listCandidates(db, versions, range), held, ({ version }) => version)
}

async function listCandidates(
  db: Database | Tx,
  versions: readonly PublishedVersion[],
  range: string,
): Promise<Omit<ResolvedInstall, 'waiting'>[]> {
  const from = openMajor(range)
  // Only newer majors migrate inputs.
  const newer = versions.filter(({ number }) => from !== undefined && parseMajor(number) > Number(from))
  const terms = await readVersionTerms(
    db,
    newer.map(({ id }) => id),
  )
  const migrating = versions.map((version) => ({
    version,
    ...{ id: version.id, number: version.number, state: version.state },
    migratesFrom: terms.get(version.id)?.migratesFrom ?? [],
  }))
  const candidates = listVersionRoutes(migrating, range)
  const before = candidates.find((candidate) => candidate.from === undefined)?.version.version
  return candidates.map(({ version: { version }, from: major, steps = [] }) => ({
    version,
    ...(major !== undefined && { from: major, steps: steps.map(stepOf), ...(before && { before }) }),
  }))
}

function stepOf({ from, version: { version } }: MigrationStep<{ version: PublishedVersion }>) {
  return { from, version }
}

/**
 * Returns the version that runs, or null if there is none. A pinned version is returned even if it was yanked, so that
 * callers can report it.
 */
export async function resolveInstall(
  db: Database | Tx,
  install: Pick<InstallRow, 'versionId' | 'range'>,
  { versions, held: heldForAll }: VersionOffer,
): Promise<ResolvedInstall | null> {
  const agreed = versions.find(({ id }) => id === install.versionId)
  if (install.range === null) return agreed ? { version: agreed } : null
  const candidates = await listCandidates(db, versions, install.range)
  const held = agreed ? withoutAgreed(heldForAll, agreed, versions) : heldForAll
  const open = withoutHeld(candidates, held, ({ version }) => version)
  const ids = [install.versionId, ...candidates.map(({ version }) => version.id)]
  const terms = await readVersionTerms(db, ids)
  const before = terms.get(install.versionId) ?? { skills: [] }
  const mayRun = ({ version }: ResolvedInstall) => {
    const after = terms.get(version.id)
    return after !== undefined && newPermissions(before, after).length === 0
  }
  const allowed = open.find(mayRun)
  const running = allowed ?? (agreed && { version: agreed })
  if (!running) return null
  // Consent is a choice of its own, so a version that needs it is offered at once.
  const best = candidates.find(({ version }) => held.get(version.id)?.kind !== 'returned')
  const isWaiting = best !== undefined && best.version.id !== running.version.id && !mayRun(best)
  const runnable = candidates.filter(mayRun).map(({ version }) => version)
  const coming = isWaiting ? undefined : findComing(runnable, running.version, held)
  return { ...running, ...(isWaiting && { waiting: best.version }), ...(coming && { coming }) }
}

/** Someone has agreed to this version already, so only its return matters, and that of older ones. */
function withoutAgreed(
  held: VersionOffer['held'],
  agreed: PublishedVersion,
  versions: readonly PublishedVersion[],
): ReadonlyMap<string, HeldBack> {
  const isAgreed = (id: string) => {
    const version = versions.find((each) => each.id === id)
    return version !== undefined && compareVersions(version.number, agreed.number) <= 0
  }
  return new Map([...held].filter(([id, { kind }]) => kind === 'returned' || !isAgreed(id)))
}

/** Returns the versions that an organisation may run: the public ones, and private ones if it is the publisher. */
export function runnableBy(
  organisationId: string,
  { publisher }: { publisher: { organisationId: string } },
  versions: readonly PublishedVersion[],
): PublishedVersion[] {
  return versions.filter(
    ({ visibility }) => visibility === 'PUBLIC' || publisher.organisationId === organisationId,
  )
}
