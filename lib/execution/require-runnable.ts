/**
 * What a run needs before its input is looked at: code that can run here, its config, its blobs, a place in line.
 *
 * Floor 3. Each throws its own refusal; what is refused here was never executed.
 */
import { findBlobOf } from '../blobs/blobs.ts'
import type { UnsealedConfig } from '../config/unseal-config.ts'
import type { Context } from '../context.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { JsonSchema } from '../contract/json/json.ts'
import { paths } from '../contract/market/paths.ts'
import { whyNotOnRuntime } from '../contract/version/runtime-version.ts'
import { countQueuedRuns } from '../db/runs.ts'
import { AppError } from '../errors.ts'
import type { Contract } from './contract-of.ts'
import type { Runnable } from './resolve-skill.ts'
import { whyNotAvailable } from './why-not-available.ts'

/** Runs of one organisation that may wait at the same time. */
export const MAX_IN_LINE = 50
const RETRY_AFTER_SECONDS = 10

/** The schema of its parameters. Throws PRECONDITION_FAILED, and TOOL_NOT_AVAILABLE for what this Guildhall lacks. */
export function requireRunnable({ document, skill, name, tool }: Runnable, contract: Contract): JsonSchema {
  if (skill.kind === 'instruction') {
    throw new AppError('PRECONDITION_FAILED', {
      message: `${name} is a page of instructions: there is nothing to run.`,
    })
  }
  const whyNot = typeof document.requires === 'string' && whyNotOnRuntime(document.requires)
  if (whyNot) throw new AppError('PRECONDITION_FAILED', { message: whyNot })
  const lack = whyNotAvailable(document)
  if (lack)
    throw new AppError('TOOL_NOT_AVAILABLE', {
      message: lack,
      suggestedAction: 'Choose another skill for now.',
    })
  if (!contract.parameters || contract.issues.length > 0 || !(skill.definition || tool)) {
    const issues =
      contract.issues.length > 0 ? contract.issues : [{ path: '/definition', message: 'has no code yet' }]
    throw new AppError('PRECONDITION_FAILED', {
      message: 'This draft cannot run before its problems are mended.',
      issues,
    })
  }
  return contract.parameters
}

/** Throws PRECONDITION_FAILED, naming what is missing, with a link to the form where that is the place to mend it. */
export function requireConfig(
  { publisher, document, mode }: Runnable,
  { missing, withheld = [] }: UnsealedConfig,
): void {
  if (missing.length === 0) return
  const issues = missing.map((key) => ({
    path: '',
    keyword: 'config',
    message: withheld.includes(key)
      ? `${key} is set, but not for what this does with it`
      : `${key} is not set`,
    params: { key },
  }))
  const labels = labelsOf(document, missing)
  if (mode === 'development')
    throw new AppError('PRECONDITION_FAILED', {
      message: `This test needs a value for ${labels}: a draft is not given what your organisation has set.`,
      issues,
      suggestedAction: 'Enter one for this test, or in the example: it is kept nowhere.',
    })
  const isSet = withheld.length === missing.length
  throw new AppError('PRECONDITION_FAILED', {
    message: isSet
      ? `${document.name} does more with ${labels} than was agreed to when it was set.`
      : `${document.name} has to be configured first: ${labels} ${missing.length === 1 ? 'is' : 'are'} not set.`,
    issues,
    href: paths.config(publisher, document.slug),
    suggestedAction: isSet
      ? 'An owner or admin of your organisation agrees by setting it again, or by installing this version.'
      : 'Fill in the configuration, then run again.',
  })
}

/** "API key (api_key), sender" */
function labelsOf(
  { configDefinitions }: Pick<SkillSetDocument, 'configDefinitions'>,
  keys: string[],
): string {
  const labelled = keys.map((key) => {
    const label = configDefinitions?.find((definition) => definition.key === key)?.label
    return label && label !== key ? `${label} (${key})` : key
  })
  return labelled.join(', ')
}

/** The run may read these; throws NOT_FOUND for one that is not the organisation's. */
export async function requireBlobs(
  { db }: Context,
  organisationId: string,
  ids: string[] = [],
): Promise<string[]> {
  return Promise.all([...new Set(ids)].map(async (id) => (await findBlobOf(db, organisationId, id)).id))
}

/** Each waiting run holds its input in memory, so a line has an end. Close to it, two at once may both get in. */
export async function requireShortLine({ db }: Context, { organisation, inLine }: Runnable): Promise<void> {
  if ((inLine ?? (await countQueuedRuns(db, organisation.id))) < MAX_IN_LINE) return
  throw new AppError('RATE_LIMIT_EXCEEDED', {
    message: `${MAX_IN_LINE} runs of your organisation are waiting already.`,
    retryAfter: RETRY_AFTER_SECONDS,
  })
}
