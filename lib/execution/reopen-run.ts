/** A recorded run that never started, made ready again by another process. Floor 3. */
import { unsealConfig } from '../config/unseal-config.ts'
import type { Context } from '../context.ts'
import type { Json } from '../contract/json/json.ts'
import { findOrganisationName, findRole } from '../db/member-role.ts'
import type { RunRow } from '../db/runs.ts'
import { AppError, type PublicError, toPublicError } from '../errors.ts'
import { contractOf } from './contract-of.ts'
import type { OpenedRun } from './open-run.ts'
import { type Runnable, resolveSkillFor } from './resolve-skill.ts'

export type Reopened = OpenedRun | { refusal: PublicError } | null

/**
 * Asks again what was asked when the run was made: while it waited its person may have left the organisation, and
 * the version may have been taken down or made private. Then the answer is the refusal.
 *
 * Null when what the run needs is no longer to be had: a draft's document is not kept, config may have gone, and
 * an input that held a secret was recorded without it.
 */
export async function reopenRun({ db }: Pick<Context, 'db'>, row: RunRow): Promise<Reopened> {
  if (!row.versionId) return null
  const runnable = await authorise(db, row).catch((thrown: unknown) => {
    if (thrown instanceof AppError) return { refusal: toPublicError(thrown) }
    throw thrown
  })
  if ('refusal' in runnable) return runnable

  const { document, skill } = runnable
  const config = await unsealConfig(db, runnable.organisation, runnable)
  const isIncomplete = config.missing.length > 0 || JSON.stringify(row.input).includes('[redacted: ')
  if (isIncomplete) return null

  const parameters = row.input as Json
  return { row, runnable, contract: contractOf(document, skill), parameters, config, timeZone: 'UTC' }
}

async function authorise(db: Context['db'], row: RunRow): Promise<Runnable> {
  const { userId, organisationId, skillName: name, versionNumber: version } = row
  if (!(await findRole(db, { userId, organisationId }))) {
    throw new AppError('POLICY_DENIED', {
      message: 'The person who started this run is no longer a member of the organisation.',
    })
  }
  const organisationName = await findOrganisationName(db, organisationId)
  return resolveSkillFor(db, { userId, organisationId, organisationName }, { name, version })
}
