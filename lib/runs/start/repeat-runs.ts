import { z } from 'zod'
import { type Context, requireViewer } from '../../context/context.ts'
import { AppError, type PublicError, toPublicError } from '../../kernel/errors.ts'
import { formatMicros, parseAmount, parseMicros } from '../../kernel/money.ts'
import { isCallableName } from '../../kernel/names/skill-name.ts'
import { isToolName } from '../../kernel/names/tool-name.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { findBalances } from '../../money/rows/ledger.ts'
import { IDEMPOTENCY_KEY_SCHEMA } from '../model/call-options.ts'
import { quotePrice } from '../prepare/quote-run.ts'
import { findOwnRun } from '../views/find-own-run.ts'
import { showRun } from '../views/show-run.ts'
import { startRun } from './start-run.ts'

/** As many as the list shows at once. */
const MAX_REPEATED = 30

const Ids = z
  .array(z.string().max(64))
  .min(1, 'Select at least one run.')
  .max(MAX_REPEATED, `Select at most ${MAX_REPEATED} runs.`)
const QuoteFields = z.object({ ids: Ids })
const RepeatFields = z.object({
  ids: Ids,
  /** The total as displayed. */
  total: z
    .string()
    .max(32)
    .refine((text) => parseAmount(text) !== null, 'must be an amount like 0.05'),
  /** Unique per click, so that a double click costs nothing more. */
  idempotencyKey: z.string().max(IDEMPOTENCY_KEY_SCHEMA.maxLength / 2),
})

export type RepeatQuote = {
  /** The most that all runs can cost, in decimal USDC. */
  total: string
  balance: string
  count: number
}

export type RepeatedRuns = {
  started: string[]
  /** Refused runs, by the id of the earlier run. */
  refused: { id: string; error: PublicError }[]
}

type Repeatable = { id: string; name: string; version: string; args: unknown; priceMicros: bigint }

/** Returns what it costs to repeat the runs with the same inputs and versions. Throws as `repeatRuns`. */
export async function quoteRepeat(ctx: Context, request: unknown): Promise<RepeatQuote> {
  const { organisationId } = requireViewer(ctx)
  const { ids } = parseFields(QuoteFields, request)
  const runs = await findRepeatable(ctx, ids)
  const wallet = `wallet:${organisationId}` as const
  const balances = await findBalances(ctx.db, [wallet])
  return { total: formatTotal(runs), balance: formatMicros(balances[wallet] ?? 0n), count: runs.length }
}

/**
 * Starts each run again, in the background. A run that is refused does not stop the others. Throws UNAUTHENTICATED,
 * INVALID_INPUT, NOT_FOUND for a run that the viewer may not read, PRECONDITION_FAILED for one that cannot be repeated,
 * and CONFLICT if they now cost more than `total`; then nothing was started.
 */
export async function repeatRuns(ctx: Context, request: unknown): Promise<RepeatedRuns> {
  const { ids, total, idempotencyKey } = parseFields(RepeatFields, request)
  const runs = await findRepeatable(ctx, ids)
  if (parseMicros(formatTotal(runs)) > parseMicros(total)) {
    throw new AppError('CONFLICT', {
      message: `The runs now cost ${formatTotal(runs)} USDC instead of ${total} USDC. Nothing was started.`,
      suggestedAction: 'Check the new price, then repeat the runs.',
    })
  }
  const repeated: RepeatedRuns = { started: [], refused: [] }
  for (const { id, name, version, args, priceMicros } of runs) {
    try {
      const { run } = await startRun(ctx, {
        skill: { name, ...(version && { version }) },
        args,
        rerunOfId: id,
        maxPrice: formatMicros(priceMicros),
        isDeferred: true,
        idempotencyKey: `${idempotencyKey} ${id}`,
      })
      repeated.started.push(run.id)
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      repeated.refused.push({ id, error: toPublicError(thrown) })
    }
  }
  return repeated
}

async function findRepeatable(ctx: Context, ids: readonly string[]): Promise<Repeatable[]> {
  const prices = new Map<string, bigint>()
  const runs: Repeatable[] = []
  for (const id of new Set(ids)) {
    const { row } = await findOwnRun(ctx, id)
    const { skillName: name, input: args, mode, purgedAtMs } = showRun(row)
    if (mode !== 'production' || purgedAtMs !== undefined || !isCallableName(name)) {
      throw new AppError('PRECONDITION_FAILED', {
        message: `A run of ${name} cannot be repeated: it was a test run, or its input was deleted.`,
      })
    }
    const version = isToolName(name) ? '' : row.versionNumber
    const key = `${name} ${version}`
    const priceMicros = prices.get(key) ?? (version ? await quotePrice(ctx, { name, version }) : 0n)
    prices.set(key, priceMicros)
    runs.push({ id, name, version, args, priceMicros })
  }
  return runs
}

function formatTotal(runs: readonly Repeatable[]): string {
  return formatMicros(runs.reduce((sum, { priceMicros }) => sum + priceMicros, 0n))
}
