/**
 * A batch runs one skill for many inputs. Every input is checked by the contract, and the whole price is confirmed, before
 * the first run starts.
 */
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { type Context, requireViewer } from '../../context/context.ts'
import { warmContract } from '../../contracts/document/warm-contract.ts'
import { AppError, type Issue, type PublicError, toPublicError } from '../../kernel/errors.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { formatMicros } from '../../kernel/money.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { findBalances } from '../../money/rows/ledger.ts'
import { storesRuns } from '../../organisations/retention-setting.ts'
import { sealedError } from '../finish/sealed-run.ts'
import { MAX_BATCH_BYTES, MAX_BATCH_ROWS } from '../model/batch-limits.ts'
import { prepareRunInput } from '../prepare/prepare-run-input.ts'
import { priceRun } from '../prepare/price-run.ts'
import { requireRunnable } from '../prepare/require-runnable.ts'
import { createCallContext, createRunContext } from '../resolve/create-run-context.ts'
import { resolveSkill } from '../resolve/resolve-skill.ts'
import { buildContract, type PublishedRunnable } from '../resolve/runnable.ts'
import { unsealFor } from '../start/record-run.ts'
import { RunOptionFields } from '../start/run-options.ts'

const Inputs = z
  .array(z.json())
  .min(1, 'Send at least one input.')
  .max(MAX_BATCH_ROWS, `Send at most ${MAX_BATCH_ROWS} inputs.`)
  .refine(
    (inputs) => Buffer.byteLength(JSON.stringify(inputs)) <= MAX_BATCH_BYTES,
    'All inputs together can be at most 3 MiB.',
  )

export const BatchFields = z.strictObject({
  skill: z.string().min(1).max(200),
  version: RunOptionFields.shape.version,
  inputs: Inputs,
})

/** An input that the contract refuses. */
export type RefusedRow = { index: number; error: PublicError; issues: Issue[] }

export type BatchQuote = {
  count: number
  /** As many as MAX_SHOWN_REFUSALS, of `refusedCount`. */
  refused: RefusedRow[]
  refusedCount: number
  /** The indexes of the inputs that the contract accepts. */
  accepted: number[]
  version: string
  /** The most that one run can cost, and all accepted ones together, in decimal USDC. */
  price: string
  total: string
  balance: string
}

type CheckedBatch = {
  runnable: PublishedRunnable
  refused: RefusedRow[]
  accepted: number[]
  priceMicros: bigint
  balanceMicros: bigint
}

const MAX_SHOWN_REFUSALS = 100

/**
 * Returns what it costs to run the skill for each input, and which inputs its contract refuses. Starts nothing. Throws
 * INVALID_INPUT for another request, and as `checkBatch`.
 */
export async function quoteBatch(ctx: Context, request: unknown): Promise<BatchQuote> {
  const { inputs, ...wanted } = parseFields(BatchFields, request)
  const { runnable, refused, accepted, priceMicros, balanceMicros } = await checkBatch(ctx, wanted, inputs)
  return {
    count: inputs.length,
    refused: refused.slice(0, MAX_SHOWN_REFUSALS),
    refusedCount: refused.length,
    accepted,
    version: runnable.versionNumber,
    price: formatMicros(priceMicros),
    total: formatMicros(priceMicros * BigInt(accepted.length)),
    balance: formatMicros(balanceMicros),
  }
}

/** Lets other requests in between: checking a thousand inputs takes a second. */
const ROWS_AT_ONCE = 25

/**
 * Checks each input against the contract. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED, TOOL_NOT_AVAILABLE and
 * PRECONDITION_FAILED where no run of the skill could start, also for an organisation that stores no inputs.
 */
export async function checkBatch(
  ctx: Context,
  { skill, version }: { skill: string; version?: string | undefined },
  inputs: readonly Json[],
): Promise<CheckedBatch> {
  const { userId, organisationId } = requireViewer(ctx)
  const resolved = await resolveSkill(ctx, { name: skill, ...(version && { version }) })
  // The inputs are for the version that the caller was shown.
  const { migration: _, ...runnable } = resolved
  if (!(await storesRuns(ctx))) throw sealedError('A batch')
  const owner = { userId, organisationId, keyId: ctx.keyId ?? null }
  const acting = await createRunContext(ctx, owner, { channel: 'batch' })
  await warmContract(runnable.skill, organisationId)
  const contract = buildContract(runnable.document, runnable.skill)
  const unseal = unsealFor(acting, runnable)
  const { schema } = await requireRunnable(acting, { runnable, contract, options: { args: {} }, unseal })
  const { accepted, refused } = await checkInputs(acting, { runnable, schema }, inputs)
  const price = await priceRun(createCallContext({ acting, runnable }), runnable, {})
  const wallet = `wallet:${organisationId}` as const
  const balances = await findBalances(ctx.db, [wallet])
  return {
    runnable,
    refused,
    accepted,
    priceMicros: price.priceMicros + price.childrenMicros,
    balanceMicros: balances[wallet] ?? 0n,
  }
}

async function checkInputs(
  ctx: Context,
  { runnable, schema }: { runnable: PublishedRunnable; schema: JsonSchema },
  inputs: readonly Json[],
): Promise<Pick<CheckedBatch, 'accepted' | 'refused'>> {
  const accepted: number[] = []
  const refused: RefusedRow[] = []
  for (const [index, args] of inputs.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate()
    try {
      await prepareRunInput(ctx, runnable, schema, { args })
      accepted.push(index)
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      const error = toPublicError(thrown)
      refused.push({ index, error, issues: error.details ?? [] })
    }
  }
  return { accepted, refused }
}
