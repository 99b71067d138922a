/** A recorded run that never started, made ready again by another process. Floor 3. */
import { unsealConfig } from '../config/unseal-config.ts'
import type { Context } from '../context.ts'
import type { Json } from '../contract/json/json.ts'
import { findOrganisationName } from '../db/member-role.ts'
import type { RunRow } from '../db/runs.ts'
import { contractOf } from './contract-of.ts'
import type { OpenedRun } from './open-run.ts'
import { documentOf } from './published-document.ts'
import type { Runnable } from './resolve-skill.ts'

/**
 * Null when what the run needs is no longer to be had: a draft's document is not kept, config may have gone, and
 * an input that held a secret was recorded without it.
 */
export async function reopenRun({ db }: Pick<Context, 'db'>, row: RunRow): Promise<OpenedRun | null> {
  const document = row.versionId ? await documentOf(db, row.versionId) : undefined
  const [publisher, , slug] = row.skillName.split('.')
  const skill = document?.skills.find((each) => each.slug === slug)
  if (!document || !skill || !publisher) return null

  const organisation = { id: row.organisationId, name: await findOrganisationName(db, row.organisationId) }
  const config = await unsealConfig(db, organisation, { skillSetId: row.skillSetId, document })
  const isIncomplete = config.missing.length > 0 || JSON.stringify(row.input).includes('[redacted: ')
  if (isIncomplete) return null

  const { skillSetId, versionId, versionNumber, skillName: name } = row
  const of = { name, publisher, skillSetId, versionId, versionNumber, document, skill, organisation }
  const runnable: Runnable = { ...of, mode: 'production', isPublisher: false }
  const parameters = row.input as Json
  return { row, runnable, contract: contractOf(document, skill), parameters, config, timeZone: 'UTC' }
}
