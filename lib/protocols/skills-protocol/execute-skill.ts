import type { Context } from '../../context/context.ts'
import { isObject, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import type { SentRunOptions } from '../../runs/model/call-options.ts'
import { buttonsForAgent } from '../../runs/model/result-buttons.ts'
import { requireRunScope } from '../../runs/resolve/resolve-skill.ts'
import { findRunVersion } from '../../runs/rows/run-history.ts'
import { RUN_OPTION_SCHEMAS, toRunRequest } from '../../runs/start/run-options.ts'
import { startRun, waitForConnection } from '../../runs/start/start-run.ts'
import { findRunSkill } from '../../runs/views/find-own-run.ts'
import type { RunView } from '../../runs/views/run-view.ts'
import { refuseBuiltInInstruction } from '../../tools/builtin-skills/built-in-skills.ts'
import type { ProtocolTool, ToolCallHooks } from './protocol-tool.ts'
import { EXECUTE_SKILL } from './protocol-tool-schemas.ts'
import { toAgentResult } from './to-agent-result.ts'

/** Agents have no time zone. */
const { time_zone: _, ...OPTIONS } = RUN_OPTION_SCHEMAS

/** Options beside the arguments. */
const { async: __, ...EXTRAS } = OPTIONS
export const EXECUTE_EXTRAS: { [Name in keyof typeof EXTRAS]: JsonSchema } = EXTRAS

type Params = SentRunOptions & { name: string; args?: JsonObject }

export const executeSkill: ProtocolTool = {
  ...EXECUTE_SKILL,
  scope: 'run',
  requireScope: (ctx, params) => requireRunScope(ctx, isObject(params) ? params.name : undefined),
  isPublic: false,
  extras: { name: { maxLength: 200 }, ...OPTIONS },
  async run(ctx: Context, params: JsonObject, _sent: JsonObject, { onRun }: ToolCallHooks) {
    const { name, args = {}, ...options } = params as Params
    refuseBuiltInInstruction(name)
    const started = await startRun(ctx, toRunRequest(name, args, options))
    onRun?.(started)
    return reportRun(ctx, options.async ? started.run : await waitForConnection(started))
  },
}

/** Returns what agents are told of a run, which may not have ended. */
export async function reportRun(ctx: Context, run: RunView): Promise<JsonObject> {
  const [result, buttons] = [await toAgentResult(ctx, run), await buttonsAfter(ctx, run)]
  return { ...result, ...(buttons.length > 0 && { buttons }) }
}

/** The actions that the skill suggests after its result; none while it runs, and after a failure. */
async function buttonsAfter(ctx: Context, { id, skillName, state }: RunView): Promise<JsonObject[]> {
  if (state !== 'succeeded' && state !== 'partial') return []
  const skill = await findRunSkill(ctx.db, { skillName, versionId: await findRunVersion(ctx.db, id) })
  return buttonsForAgent(skill?.buttons ?? [])
}
