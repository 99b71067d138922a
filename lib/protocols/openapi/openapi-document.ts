/** OpenAPI 3.1 with a path per skill; JSON Schema 2020-12 embeds contracts unchanged. */

import { createHash } from 'node:crypto'
import { contractDocument, contractHash } from '../../contracts/document/contract-document.ts'
import type { RiskLevel } from '../../contracts/document/skillset-document.ts'
import { riskIn } from '../../contracts/permissions/permission-lines.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { CANONICAL_DIALECT } from '../../json-schema/tree/dialect.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { dryRunAmountOf } from '../../kernel/money.ts'
import { functionNames } from '../../kernel/names/function-name.ts'
import type { OpenedSkill } from '../skills-protocol/open-skill.ts'
import { collectFields, newSchemaWalk } from '../tool-formats/function-schema.ts'
import { type ContractComponents, contractComponents } from './contract-components.ts'
import { TAGS } from './endpoint.ts'
import { IDEMPOTENCY_KEY, ref } from './operation-parts.ts'
import {
  ERROR_RESPONSES,
  ERROR_RESPONSES_REF,
  jsonBody,
  OPERATION_IDS,
  SHARED_PATHS,
  SHARED_SCHEMAS,
} from './shared-schemas.ts'

type DocumentedSkill = OpenedSkill & { calls?: { priceOfCalls: string; riskLevel: RiskLevel } }

type DocumentOptions = {
  skills: readonly DocumentedSkill[]
  origin: string
  version: string
  next?: string
}

export function buildOpenApiDocument({ skills, origin, version, next }: DocumentOptions): JsonObject {
  const actions = skills.filter(({ skill }) => skill.kind !== 'instruction')
  const byName = new Map(actions.map((opened) => [opened.name, opened]))
  const paths: JsonObject = {}
  const schemas: JsonObject = {}
  const nameOperation = componentNames(OPERATION_IDS)
  const nameComponent = componentNames(Object.keys(SHARED_SCHEMAS))
  for (const [functionName, name] of functionNames([...byName.keys()])) {
    const opened = byName.get(name)!
    const operationId = nameOperation(functionName, name)
    const contract = contractComponents(opened.document, opened.skill, { operationId, nameComponent })
    Object.assign(schemas, contract.schemas)
    paths[`/api/skills/${name}/runs`] = { post: runOperation(opened, operationId, contract) }
  }
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: CANONICAL_DIALECT,
    info: {
      title: 'Guildhall',
      version,
      summary: 'Run skills with binding contracts over HTTP.',
      description: `Run skills, follow runs, and upload data that is too big for JSON. Each skill below is described by its contract, which every run is validated against. Create an API key at ${origin}/settings/keys.${moreText(origin, next)}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    security: [{ key: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...SHARED_PATHS },
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key: gh_…' },
      },
      schemas: { ...SHARED_SCHEMAS, ...schemas },
      responses: ERROR_RESPONSES,
    },
  }
}

function moreText(origin: string, next: string | undefined): string {
  if (next === undefined) return ''
  return ` This document does not contain all skills. The next part is at ${origin}/api/openapi.json?after=${next}; ?skills=a.b.c,d.e.f selects skills.`
}

function runOperation(
  { name, version, document, skill, calls }: DocumentedSkill,
  operationId: string,
  { input, output }: ContractComponents,
): JsonObject {
  const contract = contractDocument(document, skill)
  const request: JsonSchema = {
    type: 'object',
    allOf: [ref('schemas/RunRequest')],
    properties: { args: ref(`schemas/${input}`) },
    ...(needsArgs(skill) && { required: ['args'] }),
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
          ...(skill.examples?.length && { examples: buildExamples(skill.examples) }),
        },
      },
    },
    responses: {
      // Each status has its own schema, so that typed clients tell a result from a run in progress.
      200: jsonBody('The run succeeded.', {
        type: 'object',
        allOf: [ref('schemas/Run')],
        properties: { status: { const: 'completed' }, output: ref(`schemas/${output}`) },
        required: ['status', 'output'],
      }),
      202: jsonBody('The run is still in progress. Poll it by its id.', {
        type: 'object',
        allOf: [ref('schemas/Run')],
        properties: { status: { const: 'running' } },
        required: ['status'],
      }),
      ...ERROR_RESPONSES_REF,
    },
    'x-guildhall-skill': name,
    'x-guildhall-version': version,
    'x-guildhall-contract-hash': contractHash(contract),
    'x-guildhall-risk': calls?.riskLevel ?? riskIn(document, skill),
    'x-guildhall-price': (skill.pricing as Json | undefined) ?? null,
    'x-guildhall-dry-run-price': dryRunAmountOf(skill),
    ...(calls && { 'x-guildhall-price-of-calls': calls.priceOfCalls }),
  }
}

/** A run fills in defaults before it validates, so a required field with a default may be absent. */
function needsArgs({ parameters }: OpenedSkill['skill']): boolean {
  const root = canonicalSchema(parameters).schema ?? {}
  const { required, properties } = collectFields(newSchemaWalk(root), root)
  return required.some((name) => !(isObject(properties[name]) && 'default' in properties[name]))
}

function buildExamples(examples: NonNullable<OpenedSkill['skill']['examples']>): JsonObject {
  return Object.fromEntries(
    examples.map(({ title, input }, index) => [
      `example_${index + 1}`,
      { summary: title, value: { args: input } },
    ]),
  )
}

const MAX_CHARS = 100

/**
 * Generators make identifiers ("a__b.Input" and "a_b.Input" both become ABInput): if only case and punctuation differ,
 * the later one gets a hash of `identity`.
 */
function componentNames(reserved: readonly string[]): (options: string, identity: string) => string {
  const used = new Set(reserved.map(fold))
  return (options, identity) => {
    const plain = options.replaceAll(/[^A-Za-z0-9._-]+/g, '_').slice(0, MAX_CHARS)
    const isFree = plain === options && !used.has(fold(plain))
    const name = isFree ? plain : `${plain}_${hash(identity)}`
    used.add(fold(name))
    return name
  }
}

function fold(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
