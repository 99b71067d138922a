import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import { valueAt } from '../../kernel/json/json-pointer.ts'
import { DOCUMENT, OPERATIONS, openedSkill } from '../../testing/setup/protocols/openapi-document.ts'
import { buildOpenApiDocument } from './openapi-document.ts'

describe('a skill', () => {
  const bodyOf = (name: string) =>
    valueAt(
      DOCUMENT,
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
    const names = OPERATIONS.filter(
      ({ method, path }) => method === 'post' && path.startsWith('/api/skills/') && path.endsWith('/runs'),
    ).map(({ path }) => path.split('/')[3])

    expect(names).toEqual(['acme.mail.send', 'acme.trees.prune', 'acme.trees__x.y', 'acme.trees.x__y'])
  })

  const answersOf = (name: string, status: number) => {
    const pointer = `/paths/~1api~1skills~1${name}~1runs/post/responses/${status}/content/application~1json/schema`
    return new Ajv2020({ strict: false, validateFormats: false }).compile({
      ...(valueAt(DOCUMENT, pointer) as JsonSchema),
      components: DOCUMENT.components,
    })
  }

  test('its status shows whether the run has a result', () => {
    const run = { run_id: 'run_1', skill: 'a.b.c', version: '1.0.0', contract_hash: 'h', coercions: [] }
    const completed = { ...run, status: 'completed', output: { children: [], message: 'Done.' } }
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
      skills: [openedSkill('acme.mail.send', { type: 'object', properties, ...more })],
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
    const check = ajv.compile({ ...bodyOf(name), components: DOCUMENT.components })

    expect(check(body)).toBe(isAccepted)
  })
})
