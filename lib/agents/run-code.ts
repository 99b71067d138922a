/** `run_code`: code that a model wrote, once, in the box of skills. Floor 3. */
import type { Context } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { runCode } from '../execution/run-code.ts'
import { answerInTime } from '../execution/start-run.ts'
import { answerRun } from './answer-run.ts'
import type { AgentTool, OnRun } from './tool.ts'
import { RUN_CODE } from './tool-schemas.ts'

type Params = {
  language: 'python'
  code: string
  entrypoint?: string
  args?: JsonObject
  mount_skills?: string[]
  input_blobs?: string[]
  limits?: { timeout_ms?: number }
}

export const runCodeTool: AgentTool = {
  ...RUN_CODE,
  scope: 'run',
  isPublic: false,
  extras: {
    code: { minLength: 1, maxLength: 200_000 },
    entrypoint: { pattern: '^[A-Za-z_][A-Za-z0-9_]{0,99}$' },
    mount_skills: { maxItems: 20 },
    input_blobs: { maxItems: 20 },
    limits: {
      properties: { timeout_ms: { type: 'integer', minimum: 1, maximum: 600_000 } },
      additionalProperties: false,
    },
  },
  async run(ctx: Context, params: JsonObject, _sent: JsonObject, onRun?: OnRun) {
    const { language, code, entrypoint, args, mount_skills, input_blobs, limits } = params as Params
    const started = await runCode(ctx, {
      language,
      code,
      entrypoint,
      args,
      mountSkills: mount_skills,
      inputBlobs: input_blobs,
      limits: { timeoutMs: limits?.timeout_ms },
    })
    onRun?.(started)
    return answerRun(ctx, await answerInTime(started))
  },
}
