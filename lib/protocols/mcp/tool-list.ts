/** The tools that a client of /mcp gets (docs/spec/skills-protocol.md §6). */
import type { Tool } from '@modelcontextprotocol/server'
import type { Context } from '../../context/context.ts'
import {
  buildOutputSchema,
  contractDocument,
  contractHash,
  embedSchema,
} from '../../contracts/document/contract-document.ts'
import type { RiskLevel } from '../../contracts/document/skillset-document.ts'
import { replaceToolFieldNames } from '../../contracts/document/tool-fields.ts'
import { riskIn } from '../../contracts/permissions/permission-lines.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import { dryRunAmountOf } from '../../kernel/money.ts'
import { quoteCalls } from '../../runs/prepare/quote-run.ts'
import { type Pin, requireConsentedVersion } from '../../toolsets/toolset-access.ts'
import { type OpenedSkill, openSkill } from '../skills-protocol/open-skill.ts'
import { PROTOCOL_RESULTS } from '../skills-protocol/protocol-results.ts'
import { PROTOCOL_TOOLS } from '../skills-protocol/protocol-tools.ts'
import { toModelTool } from '../skills-protocol/validate-params.ts'
import type { ResultForm } from './result-form.ts'

// biome-ignore format: table
const HINTS: Record<string, Tool['annotations']> = {
  list_skills:                { readOnlyHint: true,  openWorldHint: false },
  describe_skill:             { readOnlyHint: true,  openWorldHint: false },
  read_skill_file:            { readOnlyHint: true,  openWorldHint: false },
  // The worst case; tools of skills are exact.
  execute_skill:              { readOnlyHint: false, destructiveHint: true,  openWorldHint: true },
  run_code:                   { readOnlyHint: false, destructiveHint: true,  openWorldHint: true },
  create_blob:                { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  read_blob:                  { readOnlyHint: true,  openWorldHint: false },
  load_skills_protocol_guide: { readOnlyHint: true,  openWorldHint: false },
}

export function listProtocolTools(): Tool[] {
  return PROTOCOL_TOOLS.map(toModelTool).map(({ name, description, parameters }) => ({
    name,
    description,
    inputSchema: parameters as Tool['inputSchema'],
    outputSchema: buildResultSchema(name),
    annotations: HINTS[name],
  }))
}

/** A tool with an output schema must return structured content (MCP, Tools), which a client of text does not get. */
export function toListedTools(tools: Tool[], form: ResultForm): Tool[] {
  return form === 'text' ? tools.map(({ outputSchema: _, ...tool }) => tool) : tools
}

/** Allows `{error}`: clients validate the structured content of errors too. */
function buildResultSchema(name: string): Tool['outputSchema'] {
  const { properties, required } = PROTOCOL_RESULTS[name]!.schema as JsonObject & { properties: JsonObject }
  const schema = {
    type: 'object',
    properties: { ...properties, error: { type: 'object' } },
    anyOf: [{ required }, { required: ['error'] }],
  }
  return schema as Tool['outputSchema']
}

/** Describes a tool, with the price and the risk of its calls where they are known. */
export function toSkillTool(
  name: string,
  { document, skill, ...opened }: OpenedSkill,
  calls?: { priceOfCalls: string; riskLevel: RiskLevel },
): Tool {
  const isReadOnly = (calls?.riskLevel ?? riskIn(document, skill)) === 'read-only'
  const { network = [], urlParameters = [] } = document.permissions ?? {}
  return {
    name,
    title: skill.name,
    description: `${skill.description}\n\n${skill.prompt}`,
    inputSchema: asObject(replaceToolFieldNames(canonicalSchema(skill.parameters).schema ?? {})),
    outputSchema: widenOutputSchema(buildOutputSchema(skill)),
    annotations: {
      title: skill.name,
      readOnlyHint: isReadOnly,
      ...(!isReadOnly && { destructiveHint: true }),
      openWorldHint: network.length + urlParameters.length > 0,
    },
    _meta: {
      'guildhall/skill': opened.name,
      'guildhall/version': opened.version,
      'guildhall/contract_hash': contractHash(contractDocument(document, skill)),
      ...(opened.notices?.length && { 'guildhall/notices': opened.notices }),
      'guildhall/price': skill.pricing ?? null,
      'guildhall/dry_run_price': dryRunAmountOf(skill),
      ...(calls && { 'guildhall/price_of_calls': calls.priceOfCalls }),
    },
  }
}

/**
 * Allows the shape of an output that is too large to return, beside the output: clients compare both with the schema of the
 * tool, and know it before the call (MCP, Tools, Output Schema). Each branch is whole, because the fields of a shape may have
 * the names of fields of an output.
 */
function widenOutputSchema(output: JsonSchema): Tool['outputSchema'] {
  return {
    type: 'object',
    anyOf: [embedSchema(output, 'Output', '/anyOf/0'), { required: ['run_id', 'output_shape'] }],
  } as Tool['outputSchema']
}

/** MCP requires the type at the top level. */
function asObject(authored: unknown): Tool['inputSchema'] {
  const schema: JsonSchema = canonicalSchema(authored as JsonSchema).schema ?? {}
  return { ...schema, type: 'object' } as Tool['inputSchema']
}

type Withheld = { name: string; skill: string; reason: string }

/** Withholds those that cannot be opened, or have changed since they were pinned, with a reason. */
export async function listSkillTools(
  ctx: Context,
  natives: ReadonlyMap<string, string>,
  pins?: ReadonlyMap<string, Pin>,
): Promise<{ tools: Tool[]; withheld: Withheld[] }> {
  const entries = await Promise.all(
    [...natives].map(async ([name, skill]): Promise<{ tool: Tool } | { withheld: Withheld }> => {
      try {
        const opened = await openAgreedSkill(ctx, skill, pins)
        return { tool: toSkillTool(name, opened, await quoteCalls(ctx, opened)) }
      } catch (thrown) {
        if (!(thrown instanceof AppError)) throw thrown
        return { withheld: { name, skill, reason: thrown.message } }
      }
    }),
  )
  return {
    tools: entries.flatMap((entry) => ('tool' in entry ? [entry.tool] : [])),
    withheld: entries.flatMap((entry) => ('withheld' in entry ? [entry.withheld] : [])),
  }
}

/** Opens an action skill, in a toolset in its agreed version. Throws NOT_FOUND, and CONFLICT for changes to agree to. */
export async function openAgreedSkill(
  ctx: Context,
  name: string,
  pins?: ReadonlyMap<string, Pin>,
): Promise<OpenedSkill> {
  const pin = pins?.get(name)
  const agreed = pin && (await requireConsentedVersion(ctx, pin))
  const opened = await openSkill(ctx, { name, ...agreed })
  if (opened.skill.kind !== 'instruction') return opened
  throw new AppError('NOT_FOUND', { message: `${name} is an instruction skill. Use prompts/get instead.` })
}
