/** Schemas of the builder's forms: parts of the schema of plans, narrowed to one plan. */
import { LRUCache } from 'lru-cache'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { PLAN_SCHEMA } from '#lib/plans/model/document/plan-schema.ts'

/** The fields of a step behind “More options”. */
const STEP_OPTIONS = [
  'foreach',
  'captureAs',
  'onError',
  'retry',
  'timeoutMs',
  'dependsOn',
  'approval',
  'preview',
  'tags',
]
/** The fields that describe the plan as a whole. */
const PLAN_DETAILS = ['goal', 'assumptions', 'defaults', 'outputs']

const TITLES: Record<string, string> = {
  foreach: 'Repeat for each item in a list',
  from: 'List',
  itemName: 'Item name',
  indexName: 'Index name',
  concurrency: 'Maximum in parallel',
  captureAs: 'Save the result as',
  onError: 'On failure',
  retry: 'Retry',
  maxAttempts: 'Maximum attempts',
  backoffMs: 'Delay between attempts (ms)',
  timeoutMs: 'Timeout (ms)',
  dependsOn: 'Run after',
  approval: 'Wait for approval',
  by: 'Who may approve',
  message: 'What to look at',
  expiresHours: 'Stops after (hours)',
  preview: 'Summary',
  tags: 'Tags',
  outputs: 'Plan results',
  defaults: 'Defaults for all steps',
}

const planProperties = propertiesOf(PLAN_SCHEMA)
const stepProperties = propertiesOf(
  isObject(planProperties.steps) && isObject(planProperties.steps.items) ? planProperties.steps.items : {},
)

const schemaCache = new LRUCache<string, JsonSchema>({ max: 200 })

/**
 * Returns the schema of a step's options. `others` are the ids of the steps that it may depend on. The same ids give the
 * same object while it is cached: a form with a new schema would start anew.
 */
export function stepOptionsSchema(others: readonly string[]): JsonSchema {
  const key = others.join('\n')
  const cached = schemaCache.get(key)
  if (cached) return cached
  const { dependsOn: _, ...rest } = pickProperties(stepProperties, STEP_OPTIONS)
  const dependsOn = {
    type: 'array',
    uniqueItems: true,
    items: { enum: [...others] },
    title: TITLES.dependsOn as string,
  }
  const description = 'Steps that must finish first. Steps whose results are used are always included.'
  const schema: JsonSchema = {
    type: 'object',
    additionalProperties: false,
    properties: { ...rest, ...(others.length > 0 && { dependsOn: { ...dependsOn, description } }) },
  }
  schemaCache.set(key, schema)
  return schema
}

export const STEP_OPTION_FIELDS: readonly string[] = STEP_OPTIONS

export const PLAN_DETAILS_SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['goal'],
  properties: pickProperties(planProperties, PLAN_DETAILS),
}

export const PLAN_DETAIL_FIELDS: readonly string[] = PLAN_DETAILS

const formSchemas = new WeakMap<JsonSchema, JsonSchema>()

/** Returns the schema of a tool's input without `requestId`, which the runner fills in. */
export function argsSchema(inputSchema: JsonSchema): JsonSchema {
  const cached = formSchemas.get(inputSchema)
  if (cached) return cached
  const { requestId: _, ...properties } = propertiesOf(inputSchema)
  const schema = isObject(inputSchema.properties) ? { ...inputSchema, properties } : inputSchema
  formSchemas.set(inputSchema, schema)
  return schema
}

function pickProperties(properties: Record<string, Json>, names: string[]): Record<string, Json> {
  return Object.fromEntries(
    names.flatMap((name) => (name in properties ? [[name, withTitle(name, properties[name])]] : [])),
  )
}

function withTitle(name: string, schema: Json | undefined): Json {
  if (!isObject(schema)) return schema ?? true
  const titled: JsonSchema = { ...schema }
  if (TITLES[name]) titled.title = TITLES[name]
  if (isObject(schema.properties)) {
    const entries = Object.entries(schema.properties).map(([key, property]) => [
      key,
      withTitle(key, property),
    ])
    titled.properties = Object.fromEntries(entries)
  }
  return titled
}

function propertiesOf({ properties }: JsonSchema): Record<string, Json> {
  return isObject(properties) ? properties : {}
}
