/** The checks that may refuse a run before it is recorded. */
import { NO_CONFIG, type UnsealedConfig } from '../../config/unseal-config.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import { unsealForRun } from '../../integrations/unseal-for-run.ts'
import { warmContract } from '../../skillset/document/warm-contract.ts'
import { prepareRunInput } from '../prepare/prepare-run-input.ts'
import { priceWithinLimit } from '../prepare/price-run.ts'
import { requireResources, requireRunnable } from '../prepare/require-runnable.ts'
import { contractOf } from '../resolve/contract-of.ts'
import { createCallContext, createRunContext } from '../resolve/create-run-context.ts'
import type { RunOptions } from '../resolve/opened-run.ts'
import { resolveSkill } from '../resolve/resolve-skill.ts'
import { requireToolVersion, resolveTool } from '../resolve/resolve-tool.ts'
import type { Runnable } from '../resolve/runnable.ts'

/** `unseal` is called once the run is known to be possible. Throws as `openRun`. */
export async function checkRun(
  caller: Context,
  runnable: Runnable,
  options: RunOptions,
  unseal: () => Promise<UnsealedConfig>,
) {
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

/** Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED. */
export async function resolveRunnable(
  ctx: Context,
  skill: { name: unknown; version?: string },
): Promise<Runnable> {
  const tool = await resolveTool(ctx, { name: skill.name })
  return tool ? requireToolVersion(tool, skill.version) : resolveSkill(ctx, skill)
}

export function unsealFor({ db }: Context, runnable: Runnable): () => Promise<UnsealedConfig> {
  const { skillSetId } = runnable
  return async () => (skillSetId === null ? NO_CONFIG : unsealForRun(db, { ...runnable, skillSetId }))
}
