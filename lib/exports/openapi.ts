/**
 * The REST door as an OpenAPI 3.1 document: a path for each skill, made of its contract. Floor 4, pure.
 *
 * Source: OpenAPI Specification 3.1.1; specification "Skills protocol", MCP, OpenAPI, tool exports. Its schemas are
 * JSON Schema 2020-12, so contracts stand in it word for word.
 */
import type { OpenedSkill } from '../agents/open-skill.ts'
import { contractDocument } from '../contract/document/contract-document.ts'
import { contractHash } from '../contract/document/contract-hash.ts'
import { riskIn } from '../contract/document/skill-risk.ts'
import type { RiskLevel } from '../contract/document/skillset-document.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../contract/json/json.ts'
import { functionNames } from '../contract/market/function-name.ts'
import { CANONICAL_DIALECT } from '../contract/schema/dialect.ts'
import { mapSchema } from '../contract/schema/schema-tree.ts'
import { BLOB_PATHS, BLOB_SCHEMAS } from './openapi-blobs.ts'
import { CALL_PATHS, CALL_SCHEMAS } from './openapi-calls.ts'
import { ERROR_RESPONSES, ERROR_SCHEMAS } from './openapi-errors.ts'
import { IDEMPOTENCY_KEY, jsonBody, REFUSED, ref } from './openapi-parts.ts'
import { PLAN_PATHS, PLAN_SCHEMAS } from './openapi-plans.ts'
import { RUN_SCHEMAS } from './openapi-runs.ts'
import { SKILL_PATHS } from './openapi-skills.ts'
import { VAULT_PATHS } from './openapi-vault.ts'

/** `calls`: what the skills cost and risk that it may call, where somebody has looked. */
export type ToldSkill = OpenedSkill & { calls?: { priceOfCalls: string; riskLevel: RiskLevel } }

type Wanted = {
  skills: readonly ToldSkill[]
  origin: string
  version: string
  /** The last skill of a document that does not hold them all. */
  next?: string
}

/** Instructions have nothing to call, and are left out. */
export function openApi({ skills, origin, version, next }: Wanted): JsonObject {
  const actions = skills.filter(({ skill }) => skill.kind !== 'instruction')
  const byName = new Map(actions.map((opened) => [opened.name, opened]))
  const paths: JsonObject = {}
  const schemas: JsonObject = {}
  for (const [operationId, name] of functionNames([...byName.keys()])) {
    const opened = byName.get(name)!
    Object.assign(schemas, schemasOf(opened, operationId))
    paths[`/api/skills/${name}/runs`] = { post: runOperation(opened, operationId) }
  }
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: CANONICAL_DIALECT,
    info: {
      title: 'Guildhall',
      version,
      summary: 'Skills that keep their contracts, over HTTP.',
      description: `Run a skill, follow its run, and bring what is too big for JSON. Each skill below is described by the contract that its runs are held to. Make an API key at ${origin}/settings/keys.${moreText(origin, next)}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    security: [{ key: [] }],
    tags: [
      { name: 'skills', description: 'One operation for each skill.' },
      { name: 'runs', description: 'What became of a run.' },
      { name: 'plans', description: 'Chains of tools and skills that survive a crash.' },
      { name: 'blobs', description: 'Content that is too big for JSON.' },
      { name: 'vault', description: 'The organisation’s files.' },
    ],
    paths: { ...paths, ...SKILL_PATHS, ...CALL_PATHS, ...BLOB_PATHS, ...VAULT_PATHS, ...PLAN_PATHS },
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key: gh_…' },
      },
      schemas: {
        ...RUN_SCHEMAS,
        ...CALL_SCHEMAS,
        ...ERROR_SCHEMAS,
        ...BLOB_SCHEMAS,
        ...PLAN_SCHEMAS,
        ...schemas,
      },
      responses: ERROR_RESPONSES,
    },
  }
}

/** A client that reads only this document has to know that there is more. */
function moreText(origin: string, next: string | undefined): string {
  if (next === undefined) return ''
  return ` There are more skills than stand here: the document goes on at ${origin}/api/openapi.json?after=${next}, and ?skills=a.b.c,d.e.f chooses.`
}

function runOperation({ name, version, document, skill, calls }: ToldSkill, operationId: string): JsonObject {
  const contract = contractDocument(document, skill)
  const request: JsonSchema = {
    allOf: [ref('schemas/RunRequest')],
    properties: { args: ref(`schemas/${operationId}.Input`) },
  }
  return {
    operationId,
    tags: ['skills'],
    summary: skill.name,
    description: `${skill.description}\n\n${skill.prompt}`,
    parameters: [IDEMPOTENCY_KEY],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: request,
          ...(skill.examples?.length && { examples: examplesOf(skill.examples) }),
        },
      },
    },
    responses: {
      200: jsonBody('The run has ended well.', {
        allOf: [ref('schemas/Run')],
        properties: { output: ref(`schemas/${operationId}.SuccessResponse`) },
      }),
      202: jsonBody('The run goes on: ask for it by its id.', ref('schemas/Run')),
      ...REFUSED,
    },
    'x-guildhall-skill': name,
    'x-guildhall-version': version,
    'x-guildhall-contract-hash': contractHash(contract),
    'x-guildhall-risk': calls?.riskLevel ?? riskIn(document, skill),
    'x-guildhall-price': (skill.pricing as Json | undefined) ?? null,
    ...(calls && { 'x-guildhall-price-of-calls': calls.priceOfCalls }),
  }
}

function examplesOf(examples: NonNullable<OpenedSkill['skill']['examples']>): JsonObject {
  return Object.fromEntries(
    examples.map(({ title, input }, index) => [
      `example_${index + 1}`,
      { summary: title, value: { args: input } },
    ]),
  )
}

/** The contract's own definitions, moved under the operation's name, their references with them. */
function schemasOf({ document, skill }: OpenedSkill, operationId: string): JsonObject {
  const { definitions } = contractDocument(document, skill)
  const moved = Object.entries(isObject(definitions) ? definitions : {}).filter(
    ([name]) => name !== 'ErrorResponse',
  )
  return Object.fromEntries(
    moved.map(([name, schema]) => [`${operationId}.${name}`, withPlace(schema as JsonSchema, operationId)]),
  )
}

function withPlace(schema: JsonSchema, operationId: string): JsonSchema {
  return mapSchema(schema, (each) => {
    const { $ref } = each
    // References of a schema with a name of its own are to itself.
    if (typeof $ref !== 'string' || !$ref.startsWith('#/definitions/')) return each
    const [name = '', ...path] = $ref.slice('#/definitions/'.length).split('/')
    const place = name === 'ErrorResponse' ? name : `${operationId}.${name}`
    return { ...each, $ref: ['#/components/schemas', place, ...path].join('/') }
  })
}
