/** `run_code`: code that a model wrote, once, in the box of skills. Floor 3. */
import type { Context } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { priceText } from '../contract/money/money.ts'
import { runCode } from '../execution/run-code.ts'
import { answerInTime } from '../execution/start-run.ts'
import { answerRun } from './answer-run.ts'
import { MAX_PRICE, REPEATED } from './call-terms.ts'
import type { AgentTool, RunManner } from './tool.ts'
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

type Beside = { max_price?: string | number; idempotency_key?: string }

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
  // The skills it mounts may cost. Its params are the protocol's, which knows of no price.
  beside: { max_price: MAX_PRICE, idempotency_key: REPEATED },
  async run(ctx: Context, params: JsonObject, _sent: JsonObject, { onRun, beside = {} }: RunManner) {
    const { language, code, entrypoint, args, mount_skills, input_blobs, limits } = params as Params
    const { max_price, idempotency_key } = beside as Beside
    const started = await runCode(ctx, {
      language,
      code,
      entrypoint,
      args,
      mountSkills: mount_skills,
      inputBlobs: input_blobs,
      limits: { timeoutMs: limits?.timeout_ms },
      maxPrice: max_price === undefined ? undefined : priceText(max_price),
      idempotencyKey: idempotency_key,
    })
    onRun?.(started)
    return answerRun(ctx, await answerInTime(started))
  },
}
