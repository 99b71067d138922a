/**
 * Tools as MCP tells of them: the eight of the Skills Protocol, and chosen skills under their own names. Floor 4.
 *
 * Source: Model Context Protocol, Server features, Tools; specification "Skills Protocol", MCP.
 */
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { AGENT_TOOLS } from '../agents/all-tools.ts'
import type { OpenedSkill } from '../agents/open-skill.ts'
import { contractDocument, withMessage } from '../contract/document/contract-document.ts'
import { contractHash } from '../contract/document/contract-hash.ts'
import { riskIn } from '../contract/document/skill-risk.ts'
import type { RiskLevel } from '../contract/document/skillset-document.ts'
import type { JsonSchema } from '../contract/json/json.ts'
import { canonicalSchema } from '../contract/schema/canonical-schema.ts'

// biome-ignore format: a table reads in rows
const HINTS: Record<string, Tool['annotations']> = {
  list_skills:                { readOnlyHint: true,  openWorldHint: false },
  describe_skill:             { readOnlyHint: true,  openWorldHint: false },
  read_skill_file:            { readOnlyHint: true,  openWorldHint: false },
  // What a skill may do, only its own manifest tells.
  execute_skill:              { readOnlyHint: false, destructiveHint: true,  openWorldHint: true },
  // Nor what the skills may do that code mounts.
  run_code:                   { readOnlyHint: false, destructiveHint: true,  openWorldHint: true },
  create_blob:                { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  read_blob:                  { readOnlyHint: true,  openWorldHint: false },
  load_skills_protocol_guide: { readOnlyHint: true,  openWorldHint: false },
}

/** Word for word what /rpc publishes. */
export function protocolTools(): Tool[] {
  return AGENT_TOOLS.map(({ name, description, parameters }) => ({
    name,
    description,
    inputSchema: parameters as Tool['inputSchema'],
    annotations: HINTS[name],
  }))
}

/** A skill as a tool of its own, with the contract it keeps, and where it is known what its calls of others cost and risk. */
export function nativeTool(
  name: string,
  { document, skill, ...opened }: OpenedSkill,
  calls?: { priceOfCalls: string; riskLevel: RiskLevel },
): Tool {
  const isReadOnly = (calls?.riskLevel ?? riskIn(document, skill)) === 'read-only'
  const network = document.permissions?.network ?? []
  return {
    name,
    title: skill.name,
    description: `${skill.description}\n\n${skill.prompt}`,
    inputSchema: asObject(skill.parameters),
    outputSchema: asObject(withMessage(canonicalSchema(skill.response).schema ?? {})),
    annotations: {
      title: skill.name,
      readOnlyHint: isReadOnly,
      ...(!isReadOnly && { destructiveHint: true }),
      openWorldHint: network.length > 0,
    },
    _meta: {
      'guildhall/skill': opened.name,
      'guildhall/version': opened.version,
      'guildhall/contract_hash': contractHash(contractDocument(document, skill)),
      ...(opened.notices?.length && { 'guildhall/notices': opened.notices }),
      'guildhall/price': skill.pricing ?? null,
      ...(calls && { 'guildhall/price_of_calls': calls.priceOfCalls }),
    },
  }
}

/** MCP wants the word "object" at the top, which a schema of ours may leave to its branches. */
function asObject(authored: unknown): Tool['inputSchema'] & NonNullable<Tool['outputSchema']> {
  const schema: JsonSchema = canonicalSchema(authored as JsonSchema).schema ?? {}
  return { ...schema, type: 'object' } as Tool['inputSchema'] & NonNullable<Tool['outputSchema']>
}
