/** A recorded run that never started, made ready again by another process. Floor 3. */
import { unsealConfig } from '../config/unseal-config.ts'
import type { Context, KeyGrant, Viewer } from '../context.ts'
import type { Json } from '../contract/json/json.ts'
import { findApiKeyById } from '../db/api-keys.ts'
import type { RunRow } from '../db/runs.ts'
import { findSessionUser } from '../db/users.ts'
import { AppError, type PublicError, toPublicError } from '../errors.ts'
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
    timeZone: 'UTC',
    dryRun: row.dryRun,
    inputBlobs: row.inputBlobs,
  }
}

async function authorise(
  db: Context['db'],
  row: RunRow,
): Promise<{ runnable: PublishedRunnable; viewer: Viewer; keyGrant?: KeyGrant }> {
  const { userId, organisationId, skillName: name, versionNumber: version } = row
  const user = await findSessionUser(db, userId, organisationId)
  // Without a membership it would be their own organisation.
  if (user?.organisation.id !== organisationId) {
    throw new AppError('POLICY_DENIED', {
      message: 'The person who started this run is no longer a member of the organisation.',
    })
  }
  const { name: organisationName, role: organisationRole } = user.organisation
  const person = { userId, email: user.email, name: user.name, role: 'USER' as const }
  const viewer = { ...person, organisationId, organisationName, organisationRole }
  const keyGrant = row.keyId ? await grantOf(db, row.keyId) : undefined
  return { viewer, keyGrant, runnable: await resolveSkillFor(db, viewer, { name, version }) }
}

/** A key that has expired meanwhile was good when the run was asked for; a revoked one may have been stolen. */
async function grantOf(db: Context['db'], keyId: string): Promise<KeyGrant> {
  const key = await findApiKeyById(db, keyId)
  if (key && !key.revokedAt) return key
  throw new AppError('POLICY_DENIED', { message: 'The key that started this run was revoked.' })
}
