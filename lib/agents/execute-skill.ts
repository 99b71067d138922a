/** `execute_skill`: one run of one skill, through the pipeline of every door. Floor 3. */
import type { Context } from '../context.ts'
import { isObject, type JsonObject } from '../contract/json/json.ts'
import { CONTRACT_HASH } from '../contract/market/call-texts.ts'
import { AppError } from '../errors.ts'
import { requireRunScope } from '../execution/resolve-tool.ts'
import { runRequestOf, type SentRunOptions } from '../execution/sent-run-options.ts'
import { answerInTime, startRun } from '../execution/start-run.ts'
import { answerRun } from './answer-run.ts'
import { builtInSkill } from './built-in.ts'
import { MAX_PRICE, REPEATED } from './call-terms.ts'
import type { AgentTool, RunManner } from './tool.ts'
import { EXECUTE_SKILL } from './tool-schemas.ts'

/** What a call may say of its run, besides the skill and its arguments. Without a time zone: an agent has none. */
export type ExecuteParams = Omit<SentRunOptions, 'time_zone'>

/** Their names, also for doors where they travel beside the skill's arguments. */
export const EXECUTE_EXTRAS = [
  'version',
  'input_blobs',
  'timeout_ms',
  'idempotency_key',
  'contract_hash',
  'max_price',
  'dry_run',
] as const satisfies (keyof ExecuteParams)[]

type Params = ExecuteParams & { name: string; args?: JsonObject; async?: boolean }

export const executeSkill: AgentTool = {
  ...EXECUTE_SKILL,
  scope: 'run',
  requireScope: (ctx, params) => requireRunScope(ctx, isObject(params) ? params.name : undefined),
  isPublic: false,
  extras: {
    name: { maxLength: 200 },
    version: { minLength: 1, maxLength: 100 },
    input_blobs: { maxItems: 32 },
    timeout_ms: { minimum: 1, maximum: 600_000 },
    idempotency_key: REPEATED,
    contract_hash: {
      ...CONTRACT_HASH,
      description: 'The contract you know, from describe_skill: with another one nothing runs',
    },
    max_price: MAX_PRICE,
    dry_run: { type: 'boolean', description: 'Rehearse: the skill is told to change nothing' },
    async: { type: 'boolean', description: 'Answer at once, while the run goes on' },
  },
  async run(ctx: Context, params: JsonObject, _sent: JsonObject, { onRun }: RunManner) {
    const { name, args = {}, async: isDeferred, ...asked } = params as Params
    requireNotInstructions(name)
    const started = await startRun(ctx, { ...runRequestOf(name, args, asked), isDeferred })
    onRun?.(started)
    return answerRun(ctx, isDeferred ? started.run : await answerInTime(started))
  },
}

/** It is listed, so it is there: only nothing in it can be run. Throws PRECONDITION_FAILED. */
function requireNotInstructions(name: string): void {
  if (builtInSkill(name)?.skill.kind !== 'instruction') return
  throw new AppError('PRECONDITION_FAILED', {
    message: `${name} is a page of instructions: there is nothing to run.`,
    suggestedAction: 'Read its SKILL.md with read_skill_file.',
  })
}
