import type { Context } from '../../context/context.ts'
import { renderSkillMarkdown } from '../../contracts/skill-folders/skill-markdown.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { formatPrice } from '../../kernel/money.ts'
import type { SentRunOptions } from '../../runs/model/call-options.ts'
import { RUN_OPTION_SCHEMAS } from '../../runs/start/run-options.ts'
import { startCodeRun } from '../../runs/start/start-code-run.ts'
import { waitForConnection } from '../../runs/start/start-run.ts'
import { GUIDE_SKILL } from '../../tools/builtin-skills/built-in-skills.ts'
import { createBlobTool, readBlob } from './blob-tools.ts'
import { executeSkill } from './execute-skill.ts'
import { describeSkill, listSkills } from './list-skills.ts'
import type { ProtocolTool, ToolCallHooks } from './protocol-tool.ts'
import { LOAD_GUIDE, RUN_CODE_SCHEMA } from './protocol-tool-schemas.ts'
import { readSkillFile } from './read-skill-file.ts'
import { MAX_OUTPUT_TOKENS_SCHEMA, toAgentResult } from './to-agent-result.ts'

type Params = {
  language: 'python'
  code: string
  entrypoint?: string
  args?: JsonObject
  mount_skills?: string[]
  input_blobs?: string[]
  limits?: { timeout_ms?: number }
  max_output_tokens?: number
}

type RunCodeOptions = Pick<SentRunOptions, 'max_price' | 'idempotency_key'>

const runCodeTool: ProtocolTool = {
  ...RUN_CODE_SCHEMA,
  scope: 'run',
  isPublic: false,
  extras: {
    code: { minLength: 1, maxLength: 200_000 },
    entrypoint: { pattern: '^[A-Za-z_][A-Za-z0-9_]{0,99}$' },
    mount_skills: { maxItems: 20 },
    input_blobs: { maxItems: 20 },
    limits: {
      properties: { timeout_ms: RUN_OPTION_SCHEMAS.timeout_ms },
      additionalProperties: false,
    },
    max_output_tokens: MAX_OUTPUT_TOKENS_SCHEMA,
  },
  // The protocol's own params contain no price.
  extraOptions: {
    max_price: RUN_OPTION_SCHEMAS.max_price,
    idempotency_key: RUN_OPTION_SCHEMAS.idempotency_key,
  },
  async run(
    ctx: Context,
    params: JsonObject,
    _sent: JsonObject,
    { onRun, extraOptions = {} }: ToolCallHooks,
  ) {
    const { language, code, entrypoint, args, mount_skills, input_blobs, limits, max_output_tokens } =
      params as Params
    const { max_price, idempotency_key } = extraOptions as RunCodeOptions
    const started = await startCodeRun(ctx, {
      language,
      code,
      entrypoint,
      args,
      mountSkills: mount_skills,
      inputBlobs: input_blobs,
      limits: { timeoutMs: limits?.timeout_ms },
      maxPrice: max_price === undefined ? undefined : formatPrice(max_price),
      idempotencyKey: idempotency_key,
    })
    onRun?.(started)
    return toAgentResult(ctx, await waitForConnection(started), max_output_tokens)
  },
}

const loadGuide: ProtocolTool = {
  ...LOAD_GUIDE,
  scope: 'read',
  isPublic: true,
  async run() {
    return { content: renderSkillMarkdown(GUIDE_SKILL) }
  },
}

export const PROTOCOL_TOOLS: readonly ProtocolTool[] = [
  listSkills,
  describeSkill,
  readSkillFile,
  executeSkill,
  runCodeTool,
  createBlobTool,
  readBlob,
  loadGuide,
]
