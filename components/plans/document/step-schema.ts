/** Schemas of the builder's forms: parts of the schema of plans, narrowed to one plan. */
import { LRUCache } from 'lru-cache'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { PLAN_SCHEMA } from '#lib/plans/model/document/plan-schema.ts'

const MORE = ['foreach', 'captureAs', 'onError', 'retry', 'timeoutMs', 'dependsOn', 'preview', 'tags']
const ABOUT = ['goal', 'assumptions', 'defaults', 'outputs']

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

/** `others` are the ids of possible dependencies. Returns the same object for the same ids, as forms need it. */
export function moreSchema(others: readonly string[]): JsonSchema {
  const key = others.join('\n')
  const cached = schemaCache.get(key)
  if (cached) return cached
  const { dependsOn: _, ...rest } = pickProperties(stepProperties, MORE)
  const waits = {
    type: 'array',
    uniqueItems: true,
    items: { enum: [...others] },
    title: TITLES.dependsOn as string,
  }
  const description = 'Steps that must finish first. Steps whose results are used are always included.'
  const schema: JsonSchema = {
    type: 'object',
    additionalProperties: false,
    properties: { ...rest, ...(others.length > 0 && { dependsOn: { ...waits, description } }) },
  }
  if (schemaCache.size > 100) schemaCache.clear()
  schemaCache.set(key, schema)
  return schema
}

export const MORE_FIELDS: readonly string[] = MORE

export const ABOUT_SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['goal'],
  properties: pickProperties(planProperties, ABOUT),
}

export const ABOUT_FIELDS: readonly string[] = ABOUT

const formSchemas = new WeakMap<JsonSchema, JsonSchema>()

/** Returns the schema of a tool's input without the fields that the runner fills in. */
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
