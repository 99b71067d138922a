import type { Context } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { applyMergePatch } from '../../kernel/json/merge-patch.ts'
import { findCurrentSkillName } from '../../publishing/rows/former-names.ts'
import type { SentRunOptions } from '../../runs/model/call-options.ts'
import { buttonsForAgent } from '../../runs/model/result-buttons.ts'
import { requireRunScope } from '../../runs/resolve/resolve-skill.ts'
import { findRunVersion } from '../../runs/rows/run-history.ts'
import { RUN_OPTION_SCHEMAS, toRunRequest } from '../../runs/start/run-options.ts'
import { startRun, waitForConnection } from '../../runs/start/start-run.ts'
import { findRerunSource, findRunSkill } from '../../runs/views/find-own-run.ts'
import type { RunView } from '../../runs/views/run-view.ts'
import { refuseBuiltInInstruction } from '../../tools/builtin-skills/built-in-skills.ts'
import type { ProtocolTool, ToolCallHooks } from './protocol-tool.ts'
import { EXECUTE_SKILL } from './protocol-tool-schemas.ts'
import { MAX_OUTPUT_TOKENS_SCHEMA, toAgentResult } from './to-agent-result.ts'

/** Agents have no time zone. */
const { time_zone: _, ...OPTIONS } = RUN_OPTION_SCHEMAS

/** Options beside the arguments. */
const { async: __, ...EXTRAS } = OPTIONS
export const EXECUTE_EXTRAS: { [Name in keyof typeof EXTRAS]: JsonSchema } = EXTRAS

type Params = SentRunOptions & {
  name: string
  args?: JsonObject
  rerun_of?: string
  max_output_tokens?: number
}

const RERUN_OF: JsonSchema = {
  type: 'string',
  maxLength: 64,
  description:
    'The id of an earlier run of the same skill. args is then a JSON Merge Patch to its input: fields to change, null to remove',
}

export const executeSkill: ProtocolTool = {
  ...EXECUTE_SKILL,
  scope: 'run',
  requireScope: (ctx, params) => requireRunScope(ctx, isObject(params) ? params.name : undefined),
  isPublic: false,
  extras: {
    name: { maxLength: 200 },
    ...OPTIONS,
    rerun_of: RERUN_OF,
    max_output_tokens: MAX_OUTPUT_TOKENS_SCHEMA,
  },
  shownExtras: ['max_price', 'rerun_of', 'max_output_tokens'],
  async run(ctx: Context, params: JsonObject, _sent: JsonObject, { onRun }: ToolCallHooks) {
    const {
      name,
      args = {},
      rerun_of: rerunOfId,
      max_output_tokens: maxTokens,
      ...options
    } = params as Params
    refuseBuiltInInstruction(name)
    const input = rerunOfId === undefined ? args : await patchInput(ctx, { name, rerunOfId }, args)
    const started = await startRun(ctx, { ...toRunRequest(name, input, options), rerunOfId })
    onRun?.(started)
    return reportRun(ctx, options.async ? started.run : await waitForConnection(started), maxTokens)
  },
}

/** Returns the input of an earlier run with the changes. Throws NOT_FOUND if the caller may not see it, or it is of another skill. */
async function patchInput(
  ctx: Context,
  { name, rerunOfId }: { name: string; rerunOfId: string },
  changes: JsonObject,
): Promise<Json> {
  const source = await findRerunSource(ctx, rerunOfId, await findCurrentSkillName(ctx.db, name))
  if (source) return applyMergePatch(source.input, changes)
  throw new AppError('NOT_FOUND', {
    message: `There is no run ${rerunOfId} of ${name} whose input is stored.`,
    suggestedAction: 'Use the run_id of an earlier result, or send all arguments without rerun_of.',
    issues: [{ path: '/rerun_of', message: 'is not a run of this skill that you can repeat' }],
  })
}

/** Returns what agents are told of a run, which may not have ended. */
export async function reportRun(ctx: Context, run: RunView, maxTokens?: number): Promise<JsonObject> {
  const [result, buttons] = [await toAgentResult(ctx, run, maxTokens), await buttonsAfter(ctx, run)]
  return { ...result, ...(buttons.length > 0 && { buttons }) }
}

/** The actions that the skill suggests after its result; none while it runs, and after a failure. */
async function buttonsAfter(ctx: Context, { id, skillName, state }: RunView): Promise<JsonObject[]> {
  if (state !== 'succeeded' && state !== 'partial') return []
  const skill = await findRunSkill(ctx.db, { skillName, versionId: await findRunVersion(ctx.db, id) })
  return buttonsForAgent(skill?.buttons ?? [])
}
