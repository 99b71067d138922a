import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import { valueAt } from '../../kernel/json/json-pointer.ts'
import type { RestRun } from '../../runs/model/rest-run.ts'
import { DOCUMENT, everyObject, OPERATIONS } from '../../testing/setup/protocols/openapi-document.ts'
import type { RemoteRun } from '../sdk/remote-run.ts'
import { DELETE_AUTOMATION, RUN_AUTOMATION } from './automation-endpoints.ts'
import { jsonResponse } from './endpoint.ts'

// The requirements of OpenAPI 3.1.1 for the objects used here, by section.
const TEXT = { type: 'string' }

const MEDIA = { type: 'object', additionalProperties: { type: 'object' }, minProperties: 1 }

const closed = (required: string[], properties: JsonSchema): JsonSchema => ({
  type: 'object',
  required,
  properties,
  patternProperties: { '^x-': true },
  additionalProperties: false,
})

const REF_OR = (schema: JsonSchema): JsonSchema => ({ if: { required: ['$ref'] }, else: schema })

const PARAMETER = closed(['name', 'in', 'schema'], {
  name: TEXT,
  in: { enum: ['query', 'header', 'path', 'cookie'] },
  description: TEXT,
  required: { type: 'boolean' },
  schema: { type: 'object' },
})

const RESPONSES = {
  type: 'object',
  minProperties: 1,
  patternProperties: {
    '^([1-5][0-9][0-9]|default)$': REF_OR(closed(['description'], { description: TEXT, content: MEDIA })),
  },
  additionalProperties: false,
}

const OPERATION = closed(['operationId', 'responses'], {
  operationId: { type: 'string', pattern: '^\\w+$' },
  tags: {
    type: 'array',
    items: {
      enum: ['skills', 'runs', 'plans', 'automations', 'blobs', 'vault', 'rollouts', 'keys', 'publishing'],
    },
  },
  summary: TEXT,
  description: TEXT,
  parameters: { type: 'array', items: REF_OR(PARAMETER) },
  requestBody: closed(['content'], { required: { type: 'boolean' }, content: MEDIA }),
  responses: RESPONSES,
  security: { type: 'array' },
})

const PATH_ITEM = closed([], {
  parameters: { type: 'array', items: PARAMETER },
  get: OPERATION,
  put: OPERATION,
  post: OPERATION,
  patch: OPERATION,
  delete: OPERATION,
})

const NAMES = { propertyNames: { pattern: '^[a-zA-Z0-9._-]+$' } }

const OPENAPI = closed(['openapi', 'info', 'paths'], {
  openapi: { pattern: '^3\\.1\\.\\d+$' },
  jsonSchemaDialect: { type: 'string', format: 'uri' },
  info: closed(['title', 'version'], {
    title: TEXT,
    version: TEXT,
    summary: TEXT,
    description: TEXT,
    license: closed(['name'], { name: TEXT, identifier: TEXT }),
  }),
  servers: { type: 'array', items: closed(['url'], { url: TEXT }) },
  security: { type: 'array' },
  tags: { type: 'array', items: closed(['name'], { name: TEXT, description: TEXT }) },
  paths: { type: 'object', propertyNames: { pattern: '^/' }, additionalProperties: PATH_ITEM },
  components: closed([], {
    schemas: { type: 'object', ...NAMES },
    responses: { type: 'object', ...NAMES },
    securitySchemes: { type: 'object', ...NAMES },
  }),
})

describe('the OpenAPI document', () => {
  test('has the objects and fields that OpenAPI 3.1 knows, and no others', () => {
    const check = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(OPENAPI)
    check(DOCUMENT)

    expect(check.errors ?? []).toEqual([])
  })

  test('has schemas that JSON Schema 2020-12 accepts', () => {
    const ajv = new Ajv2020({ strict: false })
    for (const [name, schema] of Object.entries((DOCUMENT.components as JsonObject).schemas as JsonObject))
      expect(ajv.validateSchema(schema as JsonSchema), name).toBe(true)
  })

  test('has no dangling references', () => {
    const refs = [...everyObject(DOCUMENT)].flatMap(([, { $ref }]) =>
      typeof $ref === 'string' ? [$ref] : [],
    )

    expect(refs.length).toBeGreaterThan(20)
    expect(
      refs.filter(
        (ref) => !ref.startsWith('#/') || valueAt(DOCUMENT, decodeURIComponent(ref.slice(1))) === undefined,
      ),
    ).toEqual([])
  })

  test('names each operation once, and each parameter of its path', () => {
    const ids = OPERATIONS.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, item } of OPERATIONS) {
      const declared = ((item.parameters ?? []) as JsonObject[]).map(({ name }) => name)
      expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    }
  })
})

test('the SDK’s type of a run has the fields of the schema, except those that only events have', () => {
  type InEvents = 'progress' | 'progress_note'

  expectTypeOf<keyof RemoteRun>().toEqualTypeOf<Exclude<keyof RestRun, InEvents>>()
  expectTypeOf<RemoteRun>().toExtend<RestRun>()
})

test('a route’s response has the status and body it names, and no value of another schema compiles', async () => {
  const response = jsonResponse(RUN_AUTOMATION, 202, { id: '0192' })
  const wrong = [
    // @ts-expect-error The endpoint has no such status.
    () => jsonResponse(RUN_AUTOMATION, 200, { id: '0192' }),
    // @ts-expect-error The schema requires an id.
    () => jsonResponse(RUN_AUTOMATION, 202, {}),
    // @ts-expect-error The status has no body.
    () => jsonResponse(DELETE_AUTOMATION, 204, null),
  ]

  expect([response.status, response.headers.get('cache-control')]).toEqual([202, 'no-store'])
  expect(await response.json()).toEqual({ id: '0192' })
  expect(wrong).toHaveLength(3)
})
