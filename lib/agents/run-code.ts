/** `run_code`: code that a model wrote, once, in the box of skills. Floor 3. */
import type { Context } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { AppError } from '../errors.ts'
import type { AgentTool } from './tool.ts'
import { RUN_CODE } from './tool-schemas.ts'

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
  async run(_ctx: Context, _params: JsonObject) {
    throw new AppError('TOOL_NOT_AVAILABLE', {
      message: 'run_code is not open on this Guildhall yet.',
      suggestedAction: 'Use execute_skill.',
    })
  },
}
