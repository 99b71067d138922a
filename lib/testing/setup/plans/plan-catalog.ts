import type { Json, JsonObject, JsonSchema } from '../../../kernel/json/json.ts'
import { checkPlan } from '../../../plans/model/checks/check-plan.ts'
import type { PlanTool } from '../../../plans/model/document/plan-tool.ts'

const TEXT: JsonSchema = { type: 'string' }
const INTEGER: JsonSchema = { type: 'integer' }
const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'array', items, ...more })

const strict = (required: string[], properties: JsonSchema): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

const tool = (
  name: string,
  inputSchema: JsonSchema,
  outputSchema: JsonSchema,
  more: Partial<PlanTool> = {},
): [string, PlanTool] => [
  name,
  {
    name,
    title: name,
    inputSchema,
    outputSchema,
    riskLevel: 'read-only',
    sideEffects: [],
    priceMicros: 0n,
    maxMs: 40_000,
    kind: 'tool',
    ...more,
  },
]

const FILE = strict(['path', 'content'], { path: TEXT, content: TEXT, etag: TEXT, mtimeMs: INTEGER })

export const PLAN_CATALOG = new Map([
  tool('vault.readFile', strict(['path'], { path: TEXT, maxBytes: { type: 'integer', minimum: 1 } }), FILE, {
    preview: 'Read {path}',
  }),
  tool(
    'vault.createFile',
    strict(['path', 'content'], {
      path: TEXT,
      content: TEXT,
      expectedEtag: TEXT,
      mode: { enum: ['create', 'replace'], default: 'create' },
    }),
    strict(['path', 'created'], { path: TEXT, created: { type: 'boolean' } }),
    { preview: 'Create {path}' },
  ),
  tool(
    'util.bullets',
    strict(['text'], { text: TEXT }),
    strict(['items', 'count'], {
      items: list(strict(['text', 'depth'], { text: TEXT, depth: INTEGER })),
      count: { ...INTEGER, minimum: 0 },
    }),
  ),
  tool(
    'util.slug',
    strict(['title'], { title: TEXT, maxLength: { type: 'integer', minimum: 1 } }),
    strict(['slug'], { slug: TEXT }),
  ),
  tool(
    'a.b.join',
    strict(['lines'], { lines: list(TEXT, { minItems: 1 }) }),
    strict(['text'], { text: TEXT }),
    {
      priceMicros: 10_000n,
    },
  ),
  tool(
    'a.b.either',
    {
      type: 'object',
      properties: { kind: { enum: ['file', 'text'] }, path: TEXT, text: TEXT },
      required: ['kind'],
      oneOf: [
        { properties: { kind: { const: 'file' } }, required: ['path'] },
        { properties: { kind: { const: 'text' } }, required: ['text'] },
      ],
    },
    { oneOf: [strict(['hit'], { hit: TEXT }), strict(['miss'], { miss: INTEGER })] },
  ),
  tool(
    'a.b.top',
    strict([], { limit: INTEGER }),
    strict(['paths'], { paths: list(TEXT, { maxItems: 5, minItems: 1 }) }),
  ),
  tool(
    'a.b.csv',
    strict([], {
      csv: { type: 'string', minLength: 1, maxLength: 200_000 },
      code: { type: 'string', minLength: 1, pattern: '^[A-Z]' },
    }),
    {},
  ),
  tool('a.b.any', {}, {}),
])

export type Step = { id?: string; tool: string; args?: JsonObject; [more: string]: unknown }

export const READ: Step = { id: 'read', tool: 'vault.readFile', args: { path: 'a.md' } }
export const BULLETS: Step = { id: 'bullets', tool: 'util.bullets', args: { text: 'x' } }

export const SLUGS: Step = {
  id: 'slugs',
  tool: 'util.slug',
  args: { title: '$item.text' },
  foreach: { from: '$steps.bullets.items', itemName: 'bullet' },
}

/** Returns the issues of the last step. */
export function issuesOfLastStep(steps: Step[], more: JsonObject = {}): string[] {
  const numbered = steps.map((step, index) => ({ id: `s${index}`, args: {}, ...step }))
  const { issues } = checkPlan(
    { version: '1', goal: 'Try', riskLevel: 'read-only', steps: numbered, ...more },
    PLAN_CATALOG,
  )
  const last = `/steps/${steps.length - 1}`
  return issues
    .filter(
      ({ path, keyword }) => (path.startsWith(last) || path.startsWith('/outputs')) && keyword !== 'preview',
    )
    .map(({ severity, path, message }) => `${severity} ${path.replace(`${last}/`, '')}: ${message}`)
}

export const slugStep = (title: Json, more: JsonObject = {}): Step => ({
  tool: 'util.slug',
  args: { title },
  ...more,
})
