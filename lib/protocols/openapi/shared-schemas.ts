/** The schemas and paths that every OpenAPI document has, derived from the endpoints once. */
import { z } from 'zod'
import { RestAutomation, RestAutomationRun } from '../../automations/automation-view.ts'
import { mapSchema } from '../../json-schema/tree/schema-tree.ts'
import type { JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import { ApiError, RefusalSchema } from '../../kernel/validation/response-schemas.ts'
import { PLAN_SCHEMA } from '../../plans/model/document/plan-schema.ts'
import { RestPlanCheck } from '../../plans/rest/rest-plan-check.ts'
import { RestPlanRun, RestPlanRunLine } from '../../plans/rest/rest-plan-run.ts'
import { RestEffects, RestFailedRun, RestQuote, RestRun, RestToolResult } from '../../runs/model/rest-run.ts'
import { RUN_OPTION_SCHEMAS } from '../../runs/start/run-options.ts'
import { RestBlob } from '../http/responses/rest-answers.ts'
import type { Endpoint, EndpointResponse } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { ref } from './operation-parts.ts'

/** Generated clients have a type for each. None is called “Error” or “Blob”, which would shadow a global. */
const NAMED_SCHEMAS: Record<string, z.ZodType> = {
  Run: RestRun,
  Effects: RestEffects,
  ToolResult: RestToolResult,
  ErrorResponse: RestFailedRun,
  Quote: RestQuote,
  ApiError,
  Refusal: RefusalSchema,
  StoredBlob: RestBlob,
  PlanRun: RestPlanRun,
  PlanRunLine: RestPlanRunLine,
  PlanCheck: RestPlanCheck,
  AutomationRun: RestAutomationRun,
  Automation: RestAutomation,
}

/** OpenAPI does not know `errorMessage`. */
const { $schema: _, ...PLAN } = mapSchema(PLAN_SCHEMA, ({ errorMessage: _, ...schema }) => schema)

const RUN_REQUEST: JsonSchema = {
  type: 'object',
  properties: {
    args: { description: 'The input, as defined by the skill’s contract.' },
    ...RUN_OPTION_SCHEMAS,
  },
}

const converted = convert([
  ...Object.values(NAMED_SCHEMAS),
  ...ENDPOINTS.flatMap(({ responses }) =>
    Object.values(responses).flatMap((response) => ('schema' in response ? [response.schema] : [])),
  ),
])

export const SHARED_SCHEMAS: JsonObject = {
  ...Object.fromEntries(
    Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [name, converted.get(schema)!]),
  ),
  RunRequest: RUN_REQUEST,
  Plan: PLAN,
}

export const ERROR_RESPONSES: JsonObject = {
  Refused: jsonBody(
    'The call was refused before anything ran ({error}), or the run failed ({status:"failed", errors, run_id}). The HTTP status depends on the code.',
    { oneOf: [ref('schemas/Refusal'), ref('schemas/ErrorResponse')] },
  ),
}

export const ERROR_RESPONSES_REF = { default: ref('responses/Refused') }

export const SHARED_PATHS: JsonObject = Object.fromEntries(
  [...Map.groupBy(ENDPOINTS, ({ path }) => path)].map(([path, endpoints]) => [path, pathItem(endpoints)]),
)

export const OPERATION_IDS: readonly string[] = ENDPOINTS.map(({ operationId }) => operationId)

/** Converts schemas to JSON Schema, with references to those that have a name. */
function convert(schemas: readonly z.ZodType[]): Map<z.ZodType, JsonSchema> {
  const names = new Map(Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [schema, name]))
  const registry = z.registry<{ id: string }>()
  const ids = new Map(
    [...new Set(schemas)].map((schema, index) => [schema, names.get(schema) ?? `#${index}`]),
  )
  for (const [schema, id] of ids) registry.add(schema, { id })
  const { schemas: documents } = z.toJSONSchema(registry, {
    uri: (id) => ref(`schemas/${id}`).$ref,
    // An output schema would refuse fields of later versions.
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The patterns and bounds of a format say no more than its name, in 300 characters.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return new Map(
    [...ids].map(([schema, id]) => {
      const { $schema: _, $id: __, ...document } = documents[id]!
      return [schema, document as JsonSchema]
    }),
  )
}

function pathItem(endpoints: readonly Endpoint[]): JsonObject {
  const inPath = endpoints[0]!.parameters?.filter((parameter) => parameter.in === 'path') ?? []
  return {
    ...(inPath.length > 0 && { parameters: [...inPath] }),
    ...Object.fromEntries(endpoints.map((endpoint) => [endpoint.method, operation(endpoint)])),
  }
}

function operation(endpoint: Endpoint): JsonObject {
  const { operationId, tag, summary, description, parameters = [], requestBody, responses } = endpoint
  const own = parameters.filter((parameter) => parameter.in !== 'path')
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(own.length > 0 && { parameters: own }),
    ...(requestBody && { requestBody }),
    ...(endpoint.isUnkeyed && { security: [] }),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [status, responseObject(response)]),
      ),
      ...ERROR_RESPONSES_REF,
    },
  }
}

function responseObject(response: EndpointResponse): JsonObject {
  if (!('schema' in response)) return response
  const named = Object.keys(NAMED_SCHEMAS).find((name) => NAMED_SCHEMAS[name] === response.schema)
  return jsonBody(response.description, named ? ref(`schemas/${named}`) : converted.get(response.schema)!)
}

export function jsonBody(description: string, schema: JsonSchema): JsonObject {
  return { description, content: { 'application/json': { schema } } }
}
