import type { Context } from '../../context/context.ts'
import { unsealForRun } from '../../integrations/unseal-for-run.ts'
import { AppError, type PublicError, toPublicError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { contractOf } from '../resolve/contract-of.ts'
import { createRunContext, type RunContext } from '../resolve/create-run-context.ts'
import type { OpenedRun } from '../resolve/opened-run.ts'
import { resolveSkill } from '../resolve/resolve-skill.ts'
import type { PublishedRunnable } from '../resolve/runnable.ts'
import type { RunRow } from '../rows/runs.ts'

type RunServices = Pick<Context, 'db' | 'sandbox'>

type Reopened = OpenedRun | { refusal: PublicError } | null

/**
 * Repeats all permission checks; returns a refusal, and null if the run cannot be prepared: a draft, missing config,
 * or an input recorded without its secret.
 */
export async function reopenRun(ctx: RunServices, row: RunRow): Promise<Reopened> {
  if (!row.versionId) return null
  const authorised = await authoriseRow(ctx, row).catch(asRefusal)
  if ('refusal' in authorised) return authorised

  const { runnable, acting } = authorised
  const { document, skill } = runnable
  const config = await unsealForRun(ctx.db, runnable).catch(asRefusal)
  if ('refusal' in config) return config
  const isIncomplete = config.missing.length > 0 || JSON.stringify(row.input).includes('[redacted: ')
  if (isIncomplete) return null

  const parameters = row.input as Json
  return {
    row,
    isReopened: true,
    acting,
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

function asRefusal(thrown: unknown): { refusal: PublicError } {
  if (thrown instanceof AppError) return { refusal: toPublicError(thrown) }
  throw thrown
}

async function authoriseRow(
  ctx: RunServices,
  row: RunRow,
): Promise<{ runnable: PublishedRunnable; acting: RunContext }> {
  const { skillName: name, versionNumber: version } = row
  const acting = await createRunContext(ctx, row, { channel: row.channel as Context['channel'] })
  return { acting, runnable: await resolveSkill(acting, { name, version }) }
}
