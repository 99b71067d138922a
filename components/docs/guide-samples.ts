// biome-ignore-all lint/suspicious/noTemplateCurlyInString: plans are written with them
// Values and code samples of the guide, taken from the code, so that they stay current.
import 'server-only'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { MIN_SECRET_CHARS } from '#lib/contracts/document/config-values.ts'
import { canonicalSchema } from '#lib/json-schema/parse/canonical-schema.ts'
import { AppError, type Issue, toPublicError } from '#lib/kernel/errors.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { limitReached } from '#lib/kernel/limit-reached.ts'
import { MIN_SEARCHED_CHARS } from '#lib/kernel/redaction/redact.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import { WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from '#lib/notices/model/webhook-events.ts'
import type { PlanDocument } from '#lib/plans/model/document/plan-document.ts'
import { MAX_FOREACH_ITEMS, MAX_PLAN_OUTPUT_BYTES } from '#lib/plans/model/progress/plan-progress.ts'
import { RULE_VALUES } from '#lib/protocols/mcp/studio-rules.ts'
import { ENDPOINTS } from '#lib/protocols/openapi/endpoints.ts'
import { sdkInstall } from '#lib/protocols/snippets/call-snippets.ts'
import { mcpClients } from '#lib/protocols/snippets/mcp-clients.ts'
import { curlQuickstart, javascriptQuickstart, pythonQuickstart } from '#lib/protocols/snippets/quickstart.ts'
import { EXPORT_LIMITS_LABEL, IMPORT_LIMITS_LABEL } from '#lib/vault/model/archive-options.ts'
import { CARELESS, FIXED_PARAMETERS } from './lint-example.ts'

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

/** Returns the fields of an event's data; if it has several variants, each field once. */
function fieldsOf(data: z.ZodType): string[] {
  const variants = data instanceof z.ZodDiscriminatedUnion ? data.options : [data]
  return [
    ...new Set(
      variants.flatMap((variant) => (variant instanceof z.ZodObject ? Object.keys(variant.shape) : [])),
    ),
  ]
}

const WEBHOOK_TABLE = [
  '| `type` | Sent when | Fields of `data` |',
  '|---|---|---|',
  ...WEBHOOK_EVENT_NAMES.map((event) => {
    const { sentWhen, data } = WEBHOOK_EVENTS[event]
    return `| \`${event}\` | ${sentWhen} | ${codes(fieldsOf(data))} |`
  }),
].join('\n')

const ENDPOINT_TABLE = [
  '| Endpoint | Purpose |',
  '|---|---|',
  '| `POST /api/skills/{name}/runs` | Run a skill |',
  ...ENDPOINTS.map(({ method, path, summary }) => `| \`${method.toUpperCase()} ${path}\` | ${summary} |`),
].join('\n')

/** The values of `{{name}}` in the guide, some of which agents read, too; `{{origin}}` is filled in by each page. */
export const GUIDE_VALUES: Readonly<Record<string, string>> = {
  ...RULE_VALUES,
  endpoints: ENDPOINT_TABLE,
  'export-limits': EXPORT_LIMITS_LABEL,
  'import-limits': IMPORT_LIMITS_LABEL,
  'max-items': MAX_FOREACH_ITEMS.toLocaleString('en'),
  'min-searched': String(MIN_SEARCHED_CHARS),
  'min-secret': String(MIN_SECRET_CHARS),
  'plan-output-limit': formatBytes(MAX_PLAN_OUTPUT_BYTES),
  'webhook-events': WEBHOOK_TABLE,
}

const SKILL = 'guildhall.text_tools.text_statistics'

export const ERROR_EXAMPLE: Issue[] = [
  { path: '/limit', message: 'must be 20 or less', keyword: 'maximum', params: { limit: 20 } },
  { path: '/address/city', message: 'is required', keyword: 'required', params: { missingProperty: 'city' } },
]

/** The contents of `sample` blocks. */
export const GUIDE_SAMPLES: Readonly<Record<string, (origin: string) => string>> = {
  limit: () =>
    jsonLines(
      plainJson(
        toPublicError(
          limitReached('webhooks', { max: 10, used: 10, message: 'Acme has 10 webhooks, the maximum.' }),
        ),
      ),
    ),
  error: () => jsonLines(plainJson(toPublicError(new AppError('INVALID_INPUT', { issues: ERROR_EXAMPLE })))),
  'field-map': () => jsonLines(FIELD_MAP),
  'field-map-schema': () => jsonLines(FIELD_MAP_AS_SCHEMA),
  'lint-after': () => jsonLines(FIXED_PARAMETERS),
  'lint-before': () => jsonLines(CARELESS),
  'plan-example': () => jsonLines(plainJson(EXAMPLE_PLAN)),
  'quickstart-find': (origin) => curlQuickstart({ origin, skill: SKILL }).find,
  'quickstart-javascript': (origin) => javascriptQuickstart({ origin, skill: SKILL }),
  'quickstart-mcp': (origin) => mcpClients(`${origin}${paths.mcp}?skills=${SKILL}`).at(-1)?.keyed?.text ?? '',
  'quickstart-python': (origin) => pythonQuickstart({ origin, skill: SKILL }),
  'quickstart-run': (origin) => curlQuickstart({ origin, skill: SKILL }).run,
  'quickstart-understand': (origin) => curlQuickstart({ origin, skill: SKILL }).understand,
  'rpc-refused': () => jsonLines(refusedCall()),
  'sdk-call-remote': (origin) => sdkExample('call-remote').replace('http://localhost:3000', origin),
  'sdk-install': sdkInstall,
  'sdk-publish-file': () => sdkExample('publish-file'),
  'sdk-research': () => sdkExample('research'),
}

/**
 * The SDK's tests run these examples. They contain no types, because readers save them as JavaScript: Node runs that in
 * every supported version, and .mjs in every package.
 */
function sdkExample(name: string): string {
  const text = readFileSync(path.join(process.cwd(), 'lib/protocols/sdk/examples', `${name}.ts`), 'utf8')
  return text.replaceAll(/from '\.\/([\w-]+)\.ts'/g, "from './$1.mjs'")
}

function refusedCall(): Json {
  const issues = [{ path: '/text', message: 'is required', keyword: 'required' }]
  const error = new AppError('MISSING_REQUIRED_PARAM', { issues })
  return {
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32602, message: error.message, data: plainJson(toPublicError(error)) },
  }
}

function plainJson(value: object): Json {
  return JSON.parse(JSON.stringify(value))
}

const FIELD_MAP: JsonSchema = {
  query: { type: 'string', required: true, description: 'What to search for', minLength: 3, maxLength: 500 },
  limit: { type: 'number', default: 5, min: 1, max: 20 },
}

export const FIELD_MAP_AS_SCHEMA = canonicalSchema(FIELD_MAP).schema ?? {}

/** The maximum length of a value that is written on one line. */
const LINE = 64

function jsonLines(value: Json, indent = ''): string {
  const oneLine = JSON.stringify(value, null, 1).replace(/\s*\n\s*/g, ' ')
  if (typeof value !== 'object' || value === null || indent.length + oneLine.length <= LINE) return oneLine
  const deeper = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((entry) => deeper + jsonLines(entry, deeper))
    : Object.entries(value).map(
        ([key, entry]) => `${deeper}${JSON.stringify(key)}: ${jsonLines(entry, deeper)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

export const EXAMPLE_PLAN: PlanDocument = {
  version: '1',
  goal: 'Make a file for every idea.',
  riskLevel: 'writes',
  steps: [
    { id: 'read', tool: 'vault.readFile', args: { path: 'Notes/Ideas.md' }, preview: 'Read Notes/Ideas.md' },
    { id: 'bullets', tool: 'util.parseMarkdownBullets', args: { text: '$steps.read.content' } },
    {
      id: 'slugs',
      tool: 'util.slugifyTitle',
      args: { title: 'Idea ${$idea.text}' },
      foreach: { from: '$steps.bullets.items', itemName: 'idea' },
    },
    {
      id: 'create',
      tool: 'vault.createFile',
      args: { path: 'Ideas/${$steps.slugs[$n].slug}.md', content: '# ${$idea.text}\n' },
      foreach: { from: '$steps.bullets.items', itemName: 'idea', indexName: 'n', concurrency: 4 },
      preview: 'Create a file in “Ideas” for each bullet',
    },
  ],
  outputs: { files: '$steps.create' },
}
