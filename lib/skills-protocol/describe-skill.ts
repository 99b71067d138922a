import type { Context } from '../context/context.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { dryRunAmountOf } from '../money/money.ts'
import { type CallsQuote, quoteCalls } from '../runs/prepare/quote-run.ts'
import { contractOf } from '../runs/resolve/contract-of.ts'
import { manifestOf } from '../skill-archives/manifest.ts'
import { frontmatterOf, markdownOf } from '../skill-archives/skill-markdown.ts'
import { type OpenedSkill, openSkill } from './open-skill.ts'
import type { ProtocolTool } from './protocol-tool.ts'
import { DESCRIBE_SKILL } from './protocol-tool-schemas.ts'

export const describeSkill: ProtocolTool = {
  ...DESCRIBE_SKILL,
  scope: 'read',
  isPublic: true,
  extras: { name: { maxLength: 200 }, version: { minLength: 1, maxLength: 100 } },
  async run(ctx: Context, params: JsonObject) {
    const { name, version, detail } = params as { name: string; version?: string; detail: Detail }
    const opened = await openSkill(ctx, { name, version })
    return { skill: described(opened, detail, await quoteCalls(ctx, opened)) }
  },
}

type Detail = 'manifest' | 'summary' | 'full'

function described(opened: OpenedSkill, detail: Detail, { priceOfCalls, riskLevel }: CallsQuote): JsonObject {
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
      dry_run_price: dryRunAmountOf(skill),
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

/** Price of one run alone; "0" if free, so that there is always a number. */
function priceOf({ skill: { pricing } }: OpenedSkill): Json {
  const { model, amount, currency } = pricing ?? { model: 'per_job', amount: '0', currency: 'USDC' }
  return { model, amount, currency }
}
