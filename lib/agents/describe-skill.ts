/** `describe_skill`: what a skill is, takes, promises and costs, before anything is run. Floor 3. */
import type { Context } from '../context.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import { contractOf } from '../execution/contract-of.ts'
import { type Calls, quoteCalls } from '../execution/quote-run.ts'
import { manifestOf } from '../folders/manifest.ts'
import { frontmatterOf, markdownOf } from '../folders/skill-markdown.ts'
import { type OpenedSkill, openSkill } from './open-skill.ts'
import type { AgentTool } from './tool.ts'
import { DESCRIBE_SKILL } from './tool-schemas.ts'

export const describeSkill: AgentTool = {
  ...DESCRIBE_SKILL,
  scope: 'read',
  isPublic: true,
  extras: { name: { maxLength: 200 }, version: { minLength: 1, maxLength: 100 } },
  async run(ctx: Context, params: JsonObject) {
    // Params were checked against the schema.
    const { name, version, detail } = params as { name: string; version?: string; detail: Detail }
    const opened = await openSkill(ctx, { name, version })
    return { skill: described(opened, detail, await quoteCalls(ctx, opened)) }
  },
}

type Detail = 'manifest' | 'summary' | 'full'

function described(opened: OpenedSkill, detail: Detail, { priceOfCalls, riskLevel }: Calls): JsonObject {
  const { name, version, document, skill, notices = [] } = opened
  const isAction = skill.kind !== 'instruction'
  const contract = isAction && contractOf(document, skill)
  return {
    name,
    version,
    kind: skill.kind ?? 'action',
    ...(notices.length > 0 && { notices }),
    manifest: manifestOf(opened),
    ...(contract && {
      price: priceOf(opened),
      price_of_calls: priceOfCalls,
      risk_level: riskLevel,
      contract_hash: contract.hash,
      permissions_hash: contract.permissionsHash,
    }),
    ...(detail !== 'manifest' && {
      frontmatter: frontmatterOf(opened),
      ...(contract && {
        input_schema: contract.parameters ?? {},
        output_schema: contract.response ?? {},
      }),
    }),
    ...(detail === 'full' && { content: markdownOf(opened, { priceOfCalls }) }),
  }
}

/** Of one run by itself; "0" for what is free, so that there is always a number to read. */
function priceOf({ skill: { pricing } }: OpenedSkill): Json {
  const { model, amount, currency } = pricing ?? { model: 'per_job', amount: '0', currency: 'USDC' }
  return { model, amount, currency }
}
