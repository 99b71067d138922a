/** Steps 4 to 6 of a run (README, "One run"): the checks that may refuse it, its price, and its record. */
import { NO_CONFIG, type UnsealedConfig } from '../../config/unseal-config.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import { warmContract } from '../../contracts/document/warm-contract.ts'
import { unsealForRun } from '../../integrations/unseal-for-run.ts'
import { inSpan } from '../../kernel/tracing/tracing.ts'
import { keyedCallOf } from '../prepare/idempotency.ts'
import { prepareRunInput } from '../prepare/prepare-run-input.ts'
import { priceWithinLimit } from '../prepare/price-run.ts'
import { mayStartUnflushed, needsOneStatement, recordRun, toNewRun } from '../prepare/record-run.ts'
import { requireResources, requireRunnable } from '../prepare/require-runnable.ts'
import { contractOf } from '../resolve/contract-of.ts'
import { createCallContext, createRunContext } from '../resolve/create-run-context.ts'
import type { OpenedRun, RunOptions } from '../resolve/opened-run.ts'
import type { Runnable } from '../resolve/runnable.ts'
import { recordAndStart } from './start-early.ts'

/** `isRepeated` means that `row` is the run of an earlier call with the same idempotency key. */
export type RecordedRun = OpenedRun & { isRepeated: boolean }

type Unseal = () => Promise<UnsealedConfig>

/**
 * Performs every check that may refuse a run, then records it. `unseal` is called once the run is known to be possible.
 *
 * Throws TOOL_NOT_AVAILABLE, PRECONDITION_FAILED (server version, missing config, unsupported dry run of a paid skill,
 * unreadable draft schema), INVALID_INPUT or MISSING_REQUIRED_PARAM with the issues, RATE_LIMIT_EXCEEDED if the queue
 * is full, PAYMENT_REQUIRED if the balance or a cap is too low, and CONFLICT for a key used for another call.
 */
export function openRun(
  caller: Context,
  runnable: Runnable,
  options: RunOptions,
  unseal: Unseal,
): Promise<RecordedRun> {
  return inSpan('prepare', {}, async () => {
    const { owner, acting, ...checked } = await checkRun(caller, runnable, options, unseal)
    const { contract, config, inputBlobs, input } = checked
    const run = await toNewRun(acting, owner, { runnable, options, ...checked })
    const call = keyedCallOf(runnable, options)
    const isFlushed = !mayStartUnflushed({ runnable, config })
    const recording = { run, call, isFlushed }
    const attributes = { 'guildhall.hold_micros': Number(run.holdMicros) }
    const record = () => inSpan('record', { attributes }, () => recordRun(acting, recording))

    const { timeoutMs, parent, planStep } = options
    const { value: parameters, dryRun } = input
    const asked = { parameters, dryRun, timeoutMs, timeZone: run.timeZone, parent, planStep }
    const source = { runnable, contract, config, inputBlobs, ...asked }
    const isQuick = needsOneStatement(recording) && !isFlushed
    const recorded = await (isQuick ? recordAndStart(acting, { source, run }, record) : record())
    return { acting, ...source, ...recorded }
  })
}

/** Performs only the checks, in order. Throws as `openRun`. */
export async function checkRun(caller: Context, runnable: Runnable, options: RunOptions, unseal: Unseal) {
  const { userId } = requireViewer(caller)
  const owner = { userId, organisationId: runnable.organisation.id, keyId: caller.keyId ?? null }
  const acting = await createRunContext(caller, owner, { channel: caller.channel })
  if (!runnable.contract) await warmContract(runnable.skill, runnable.organisation.id)
  const contract = runnable.contract ?? contractOf(runnable.document, runnable.skill)

  const { schema, config } = await requireRunnable(acting, { runnable, contract, options, unseal })
  const input = await prepareRunInput(acting, runnable, schema, options)
  const { inputBlobs, isSealed } = await requireResources(acting, runnable, options)
  const price = await priceWithinLimit(createCallContext({ acting, runnable }), runnable, options, input)
  return { owner, acting, contract, config, input, inputBlobs, isSealed, price }
}

/** Returns no config values for skills without a SkillSet, such as tools. */
export function unsealFor({ db }: Context, runnable: Runnable): Unseal {
  const { skillSetId } = runnable
  return async () => (skillSetId === null ? NO_CONFIG : unsealForRun(db, { ...runnable, skillSetId }))
}
