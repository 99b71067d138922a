/** A recorded run that never started, made ready again by another process. Floor 3. */
import { unsealConfig } from '../config/unseal-config.ts'
import type { Context, KeyGrant, Viewer } from '../context.ts'
import type { Json } from '../contract/json/json.ts'
import type { RunRow } from '../db/runs.ts'
import { AppError, type PublicError, toPublicError } from '../errors.ts'
import { actFor } from './act-for.ts'
import { contractOf } from './contract-of.ts'
import type { OpenedRun } from './open-run.ts'
import { type PublishedRunnable, resolveSkillFor } from './resolve-skill.ts'

export type Reopened = OpenedRun | { refusal: PublicError } | null

/**
 * Asks again what was asked when the run was made: while it waited its person may have left the organisation, its key
 * may have been revoked, and the version may have been taken down or made private. Then the answer is the refusal.
 *
 * Null when what the run needs is no longer to be had: a draft's document is not kept, config may have gone, and
 * an input that held a secret was recorded without it.
 */
export async function reopenRun({ db }: Pick<Context, 'db'>, row: RunRow): Promise<Reopened> {
  if (!row.versionId) return null
  const authorised = await authorise(db, row).catch((thrown: unknown) => {
    if (thrown instanceof AppError) return { refusal: toPublicError(thrown) }
    throw thrown
  })
  if ('refusal' in authorised) return authorised

  const { runnable, viewer, keyGrant } = authorised
  const { document, skill } = runnable
  const config = await unsealConfig(db, runnable.organisation, runnable)
  const isIncomplete = config.missing.length > 0 || JSON.stringify(row.input).includes('[redacted: ')
  if (isIncomplete) return null

  const parameters = row.input as Json
  return {
    row,
    isReopened: true,
    viewer,
    keyGrant,
    runnable,
    contract: contractOf(document, skill),
    parameters,
    config,
    timeZone: row.timeZone ?? 'UTC',
    timeoutMs: row.timeoutMs ?? undefined,
    dryRun: row.dryRun,
    inputBlobs: row.inputBlobs,
  }
}

async function authorise(
  db: Context['db'],
  row: RunRow,
): Promise<{ runnable: PublishedRunnable; viewer: Viewer; keyGrant?: KeyGrant }> {
  const { skillName: name, versionNumber: version } = row
  const { viewer, keyGrant } = await actFor(db, row, 'run')
  return { viewer, keyGrant, runnable: await resolveSkillFor(db, viewer, { name, version }) }
}
