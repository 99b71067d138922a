/** The schemas of the forms in the builder: parts of the plan's own, with what only this plan knows. Pure. */
import { isObject, type Json, type JsonSchema } from '#lib/contract/json/json.ts'
import { PLAN_SCHEMA } from '#lib/contract/plan/plan-schema.ts'

/** What is under "More" of a step: all but its id, its tool and its arguments. */
const MORE = ['foreach', 'captureAs', 'onError', 'retry', 'timeoutMs', 'dependsOn', 'preview', 'tags']
const ABOUT = ['goal', 'assumptions', 'defaults', 'outputs']

const TITLES: Record<string, string> = {
  foreach: 'Repeat for each item of a list',
  from: 'The list',
  itemName: 'Name of the item',
  indexName: 'Name of its number',
  concurrency: 'How many at once',
  captureAs: 'Keep the result as',
  onError: 'When it fails',
  retry: 'Try again',
  maxAttempts: 'Attempts at most',
  backoffMs: 'Milliseconds before the next',
  timeoutMs: 'Milliseconds at most',
  dependsOn: 'Wait for',
  preview: 'Sentence that says what it does',
  tags: 'Tags',
  outputs: 'Results of the plan',
  defaults: 'For every step',
}

const planProperties = propertiesOf(PLAN_SCHEMA)
const stepProperties = propertiesOf(
  isObject(planProperties.steps) && isObject(planProperties.steps.items) ? planProperties.steps.items : {},
)

const known = new Map<string, JsonSchema>()

/** `others`: the ids of the steps that it may wait for. The same ids give the same object. */
export function moreSchema(others: readonly string[]): JsonSchema {
  const key = others.join('\n')
  const kept = known.get(key)
  if (kept) return kept
  const { dependsOn: _, ...rest } = picked(stepProperties, MORE)
  const waits = {
    type: 'array',
    uniqueItems: true,
    items: { enum: [...others] },
    title: TITLES.dependsOn as string,
  }
  const description = 'Steps that have to be done first. Those whose results it uses are waited for anyway.'
  const schema: JsonSchema = {
    type: 'object',
    additionalProperties: false,
    properties: { ...rest, ...(others.length > 0 && { dependsOn: { ...waits, description } }) },
  }
  if (known.size > 100) known.clear()
  known.set(key, schema)
  return schema
}

export const MORE_FIELDS: readonly string[] = MORE

export const ABOUT_SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['goal'],
  properties: picked(planProperties, ABOUT),
}

export const ABOUT_FIELDS: readonly string[] = ABOUT

const forPeople = new WeakMap<JsonSchema, JsonSchema>()

/** What a tool takes, without what is set by whoever runs the plan. */
export function argsSchema(inputSchema: JsonSchema): JsonSchema {
  const kept = forPeople.get(inputSchema)
  if (kept) return kept
  const { requestId: _, ...properties } = propertiesOf(inputSchema)
  const schema = isObject(inputSchema.properties) ? { ...inputSchema, properties } : inputSchema
  forPeople.set(inputSchema, schema)
  return schema
}

function picked(properties: Record<string, Json>, names: string[]): Record<string, Json> {
  return Object.fromEntries(
    names.flatMap((name) => (name in properties ? [[name, titled(name, properties[name])]] : [])),
  )
}

function titled(name: string, schema: Json | undefined): Json {
  if (!isObject(schema)) return schema ?? true
  const made: JsonSchema = { ...schema }
  if (TITLES[name]) made.title = TITLES[name]
  if (isObject(schema.properties)) {
    const entries = Object.entries(schema.properties).map(([key, each]) => [key, titled(key, each)])
    made.properties = Object.fromEntries(entries)
  }
  return made
}

function propertiesOf({ properties }: JsonSchema): Record<string, Json> {
  return isObject(properties) ? properties : {}
}
