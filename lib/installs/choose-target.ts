/**
 * The version that a request leads to, before anything is asked about consent. Floor 3.
 *
 * A request is one version, an exact number or a range as it was typed, or nothing, which means the latest.
 */
import type { Context, Viewer } from '../context.ts'
import { chooseVersion, latestStable } from '../contract/version/choose-version.ts'
import { parseRange } from '../contract/version/version-range.ts'
import type { PublishedVersion, Visible } from '../db/published.ts'
import { AppError } from '../errors.ts'
import { followRange, runnableBy } from './resolve-install.ts'

export type VersionRequest = { versionId?: string; range?: string }

/** `range` is null for exactly `to`; `from` is the major whose input `to` takes by a migration. */
export type Target = { to: PublishedVersion; range: string | null; from?: string }

/**
 * Throws NOT_FOUND for a version that is not there, INVALID_INPUT for what is no range and for one that nothing is
 * in, and CONFLICT when the range leads to another version than `versionId`.
 */
export async function chooseTarget(
  db: Context['db'],
  viewer: Viewer,
  { skillSet, versions }: Visible,
  { versionId, range }: VersionRequest,
): Promise<Target> {
  if (range === undefined) {
    const to = versionId ? versions.find(({ id }) => id === versionId) : chooseVersion(versions)
    return { to: requireThere(to), range: null }
  }
  const wanted = parseRange(range)
  if ('whyNot' in wanted) throw refused(wanted.whyNot)
  if ('number' in wanted) {
    const to = versions.find(({ number }) => number === wanted.number)
    return { to: requireSame(requireThere(to), versionId), range: null }
  }
  const runnable = runnableBy(viewer.organisationId, skillSet, versions)
  const [best] = await followRange(db, runnable, wanted.range)
  if (!best) throw refused(nothingIn(wanted.range, latestStable(runnable)?.number))
  const { version, ...rest } = best
  return { to: requireSame(version, versionId), range: wanted.range, ...rest }
}

function requireThere(version: PublishedVersion | undefined): PublishedVersion {
  if (!version) throw new AppError('NOT_FOUND', { message: 'There is no such version here.' })
  return version
}

/** What somebody agreed to has to be what they get. */
function requireSame(version: PublishedVersion, versionId: string | undefined): PublishedVersion {
  if (versionId === undefined || version.id === versionId) return version
  const message = `This leads to ${version.number} by now. Look at what changes, then agree again.`
  throw new AppError('CONFLICT', { message })
}

function nothingIn(range: string, latest: string | undefined): string {
  const newest = latest ? ` The newest is ${latest}.` : ''
  return `No version that can be run is in ${range}.${newest}`
}

function refused(message: string): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path: '/range', keyword: 'range', message }] })
}
