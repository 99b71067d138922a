import type { Json, JsonObject, JsonSchema } from '../../../kernel/json/json.ts'
import { buildOpenApiDocument } from '../../../protocols/openapi/openapi-document.ts'
import type { OpenedSkill } from '../../../protocols/skills-protocol/open-skill.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../../factories.ts'

export function openedSkill(
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

export const DOCUMENT = buildOpenApiDocument({
  skills: [
    openedSkill('acme.mail.send', {
      type: 'object',
      properties: { to: { type: 'string' } },
      required: ['to'],
    }),
    openedSkill('acme.trees.prune', TREE, TREE),
    // These two have the same function name, so one of the names contains a hash.
    openedSkill('acme.trees__x.y', { type: 'object' }),
    openedSkill('acme.trees.x__y', { type: 'object' }),
    { ...openedSkill('acme.pages.read', {}), skill: makeSkillDocument({ kind: 'instruction' }) },
  ],
  origin: 'https://skills.example.org',
  version: '0.1.0',
})

/** Yields every object of the document with its path. */
export function* everyObject(value: Json, path = ''): Generator<[location: string, object: JsonObject]> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value)) yield [path, value]
  for (const [key, below] of Object.entries(value))
    yield* everyObject(below, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
}

export const OPERATIONS = Object.entries(DOCUMENT.paths as JsonObject).flatMap(([path, item]) =>
  Object.entries(item as JsonObject)
    .filter(([method]) => ['get', 'put', 'post', 'delete'].includes(method))
    .map(([method, operation]) => ({
      path,
      method,
      item: item as JsonObject,
      operation: operation as JsonObject,
    })),
)
