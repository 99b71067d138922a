import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject, JsonSchema } from '../json/json.ts'
import { valueAt } from '../json/json-pointer.ts'
import type { RemoteRun } from '../sdk/remote-run.ts'
import type { OpenedSkill } from '../skills-protocol/open-skill.ts'
import { AWKWARD_SKILLS } from '../testing/clients/awkward-skills.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../testing/factories.ts'

import { buildOpenApiDocument } from './openapi-document.ts'

function opened(
  name: string,
  parameters: JsonSchema,
  response: JsonSchema = { type: 'object' },
): OpenedSkill {
  const skill = makeSkillDocument({ parameters, response })
  return {
    name,
    version: '1.0.0',
    document: makeSkillSetDocument({ skills: [skill] }),
    skill,
    isReadable: true,
  }
}

const TREE: JsonSchema = {
  type: 'object',
  properties: { children: { type: 'array', items: { $ref: '#' } }, label: { $ref: '#/$defs/Label' } },
  required: ['children'],
  $defs: { Label: { type: 'string', maxLength: 9 } },
}

const document = buildOpenApiDocument({
  skills: [
    opened('acme.mail.send', { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] }),
    opened('acme.trees.prune', TREE, TREE),
    // These two have the same function name, so one of the names contains a hash.
    opened('acme.trees__x.y', { type: 'object' }),
    opened('acme.trees.x__y', { type: 'object' }),
    { ...opened('acme.pages.read', {}), skill: makeSkillDocument({ kind: 'instruction' }) },
  ],
  origin: 'https://skills.example.org',
  version: '0.1.0',
})

/** Yields every object of the document with its path. */
function* everyObject(value: Json, path = ''): Generator<[location: string, object: JsonObject]> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value)) yield [path, value]
  for (const [key, below] of Object.entries(value))
    yield* everyObject(below, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
}

const operations = Object.entries(document.paths as JsonObject).flatMap(([path, item]) =>
  Object.entries(item as JsonObject)
    .filter(([method]) => ['get', 'put', 'post', 'delete'].includes(method))
    .map(([method, operation]) => ({
      path,
      method,
      item: item as JsonObject,
      operation: operation as JsonObject,
    })),
)

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
  tags: { type: 'array', items: { enum: ['skills', 'runs', 'plans', 'automations', 'blobs', 'vault'] } },
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
    check(document)

    expect(check.errors ?? []).toEqual([])
  })

  test('has schemas that JSON Schema 2020-12 accepts', () => {
    const ajv = new Ajv2020({ strict: false })
    for (const [name, schema] of Object.entries((document.components as JsonObject).schemas as JsonObject))
      expect(ajv.validateSchema(schema as JsonSchema), name).toBe(true)
  })

  test('has no dangling references', () => {
    const refs = [...everyObject(document)].flatMap(([, { $ref }]) =>
      typeof $ref === 'string' ? [$ref] : [],
    )

    expect(refs.length).toBeGreaterThan(20)
    expect(
      refs.filter(
        (ref) => !ref.startsWith('#/') || valueAt(document, decodeURIComponent(ref.slice(1))) === undefined,
      ),
    ).toEqual([])
  })

  test('names each operation once, and each parameter of its path', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, item } of operations) {
      const declared = ((item.parameters ?? []) as JsonObject[]).map(({ name }) => name)
      expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    }
  })
})

test('a run has the fields that the SDK’s type has, and in events how far it has come', () => {
  // The type forces this object to list exactly the fields of a run.
  const typed: { [Field in keyof Required<RemoteRun>]: true } = {
    run_id: true,
    status: true,
    skill: true,
    version: true,
    contract_hash: true,
    permissions_hash: true,
    notices: true,
    coercions: true,
    summary: true,
    output: true,
    output_blobs: true,
    logs_preview: true,
    charged: true,
    refunded_at: true,
    dry_run: true,
    effects: true,
    duration_ms: true,
    tool_result: true,
  }
  const documented = valueAt(document, '/components/schemas/Run/properties') as JsonObject

  expect(Object.keys(documented).sort()).toEqual([...Object.keys(typed), 'progress', 'progress_note'].sort())
})

const components = (document.components as JsonObject).schemas as JsonObject

describe('for generated clients', () => {
  const awkward = buildOpenApiDocument({ skills: AWKWARD_SKILLS, origin: 'https://x.org', version: '1.0.0' })
  const all = Object.keys((awkward.components as JsonObject).schemas as JsonObject)
  const bodies = [
    ['/api/blobs', 'put', 'application/octet-stream'],
    ['/api/vault/file', 'put', 'application/octet-stream'],
    ['/api/vault/archive', 'post', 'application/zip'],
    ['/api/skill-folders', 'post', 'application/zip'],
  ] as const

  test.each(bodies)('%s takes bytes, which a client does not serialise', (path, method, type) => {
    const pointer = `/paths/${path.replaceAll('/', '~1')}/${method}/requestBody/content`

    expect(valueAt(document, pointer)).toEqual({ [type]: { schema: { type: 'string', format: 'binary' } } })
  })

  test('no component has the name of a global', () => {
    const globals = Object.getOwnPropertyNames(globalThis).map((name) => name.toLowerCase())

    expect(Object.keys(components).filter((name) => globals.includes(name.toLowerCase()))).toEqual([])
  })

  test('the names of components and operations differ in more than case and punctuation', () => {
    const ids = [...everyObject(awkward.paths as Json)].flatMap(([, { operationId }]) => operationId ?? [])
    for (const names of [all, ids.map(String)]) {
      const folded = names.map((name) => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase())
      expect(folded.filter((name, at) => folded.indexOf(name) < at)).toEqual([])
    }
  })

  test('every definition of a contract is a component, and a reference names a whole component', () => {
    const keys = [...everyObject(awkward)].flatMap(([, object]) => Object.keys(object))
    const refs = [...everyObject(awkward)].flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []))

    expect(keys).not.toContain('$defs')
    expect(refs.filter((ref) => !all.includes(ref.split('/').at(-1)!))).toEqual(
      refs.filter((ref) => !ref.startsWith('#/components/schemas/')),
    )
    expect(all).toContain('acme__people__greet.Input.Person')
  })

  test('no schema has a keyword that OpenAPI does not know', () => {
    const keys = [...everyObject(components.Plan!)].flatMap(([, object]) => Object.keys(object))

    expect(keys).not.toContain('errorMessage')
  })
})

describe('a skill', () => {
  const bodyOf = (name: string) =>
    valueAt(
      document,
      `/paths/~1api~1skills~1${name}~1runs/post/requestBody/content/application~1json/schema`,
    ) as JsonSchema

  test('links to the next document if it does not contain every skill', () => {
    const descriptionOf = (next?: string) => {
      const { info } = buildOpenApiDocument({ skills: [], origin: 'https://x.org', version: '0.1.0', next })
      return (info as JsonObject).description
    }

    expect(descriptionOf('a.b.c')).toContain('https://x.org/api/openapi.json?after=a.b.c')
    expect(descriptionOf()).not.toContain('?after=')
  })

  test('has its own path, and instruction skills have none', () => {
    const names = operations
      .filter(({ method, path }) => method === 'post' && path.startsWith('/api/skills/'))
      .map(({ path }) => path.split('/')[3])

    expect(names).toEqual(['acme.mail.send', 'acme.trees.prune', 'acme.trees__x.y', 'acme.trees.x__y'])
  })

  const answersOf = (name: string, status: number) => {
    const pointer = `/paths/~1api~1skills~1${name}~1runs/post/responses/${status}/content/application~1json/schema`
    return new Ajv2020({ strict: false, validateFormats: false }).compile({
      ...(valueAt(document, pointer) as JsonSchema),
      components: document.components,
    })
  }

  test('its status shows whether the run has a result', () => {
    const run = { run_id: 'run_1', skill: 'a.b.c', version: '1.0.0', contract_hash: 'h', coercions: [] }
    const completed = { ...run, status: 'completed', output: { children: [] } }
    const running = { ...run, status: 'running' }
    const verdicts = [200, 202].map((status) =>
      [completed, running, { ...run, status: 'completed' }].map((body) =>
        answersOf('acme.trees.prune', status)(body),
      ),
    )

    expect(verdicts).toEqual([
      [true, false, false],
      [false, true, false],
    ])
  })

  test.each([
    ['fields that are required', { required: ['to'] }, ['args']],
    ['required fields with defaults', { required: ['cc'] }, undefined],
    ['optional fields', {}, undefined],
  ])('needs args for %s', (_what, more, expected) => {
    const properties = { to: { type: 'string' }, cc: { type: 'string', default: '' } }
    const { paths } = buildOpenApiDocument({
      skills: [opened('acme.mail.send', { type: 'object', properties, ...more })],
      origin: 'https://x.org',
      version: '1.0.0',
    })
    const pointer = '/~1api~1skills~1acme.mail.send~1runs/post/requestBody/content/application~1json/schema'

    expect((valueAt(paths, pointer) as JsonObject).required).toEqual(expected)
  })

  test.each<[name: string, body: Json, isAccepted: boolean]>([
    ['acme.mail.send', {}, false],
    ['acme.mail.send', { args: { to: 'x' } }, true],
    ['acme.mail.send', { args: {} }, false],
    ['acme.mail.send', { args: { to: 'x' }, version: 7 }, false],
    ['acme.trees.prune', { args: { children: [{ children: [] }], label: 'a' } }, true],
    ['acme.trees.prune', { args: { children: [{ children: 'no' }] } }, false],
    ['acme.trees.prune', { args: { children: [], label: 'longer than nine' } }, false],
  ])('%s takes %j: %s', (name, body, isAccepted) => {
    const ajv = new Ajv2020({ strict: false })
    const check = ajv.compile({ ...bodyOf(name), components: document.components })

    expect(check(body)).toBe(isAccepted)
  })
})
