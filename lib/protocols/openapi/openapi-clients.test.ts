import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { valueAt } from '../../kernel/json/json-pointer.ts'
import { AWKWARD_SKILLS } from '../../testing/clients/awkward-skills.ts'
import { DOCUMENT, everyObject } from '../../testing/setup/protocols/openapi-document.ts'
import { buildOpenApiDocument } from './openapi-document.ts'

const components = (DOCUMENT.components as JsonObject).schemas as JsonObject

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

    expect(valueAt(DOCUMENT, pointer)).toEqual({ [type]: { schema: { type: 'string', format: 'binary' } } })
  })

  test('no component has the name of a global', () => {
    const globals = Object.getOwnPropertyNames(globalThis).map((name) => name.toLowerCase())

    expect(Object.keys(components).filter((name) => globals.includes(name.toLowerCase()))).toEqual([])
  })

  test('the names of components and operations differ in more than case and punctuation', () => {
    const ids = [...everyObject(awkward.paths as Json)].flatMap(([, { operationId }]) =>
      typeof operationId === 'string' ? [operationId] : [],
    )
    for (const names of [all, ids]) {
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
