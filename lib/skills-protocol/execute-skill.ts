import { refuseBuiltInInstruction } from '../builtin-skills/built-in-skills.ts'
import type { Context } from '../context/context.ts'
import { isObject, type JsonObject, type JsonSchema } from '../json/json.ts'
import type { SentRunOptions } from '../run-model/call-options.ts'
import { requireRunScope } from '../runs/resolve/resolve-tool.ts'
import { RUN_OPTION_SCHEMAS, runRequestOf } from '../runs/start/run-options.ts'
import { startRun, waitForConnection } from '../runs/start/start-run.ts'
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
    const started = await startRun(ctx, runRequestOf(name, args, options))
    onRun?.(started)
    return toAgentResult(ctx, options.async ? started.run : await waitForConnection(started))
  },
}
