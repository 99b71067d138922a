// The OpenAPI document held to the routes themselves: each of them, with every parameter, header and field that it reads.
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { isObject, type JsonObject } from '../contract/json/json.ts'
import { valueAt } from '../contract/json/json-pointer.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../testing/factories.ts'
import { openApi } from './openapi.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8')

const skill = makeSkillDocument()
const name = 'acme.mail.send'
const document = openApi({
  skills: [
    { name, version: '1.0.0', document: makeSkillSetDocument({ skills: [skill] }), skill, isReadable: true },
  ],
  origin: 'https://skills.example.org',
  version: '1.0.0',
})

/** What is not for programs with a key, and why. */
const NOT_TOLD: Record<string, string> = {
  '/api/{...path}': 'what is no door',
  '/api/auth/{...nextauth}': 'signing in, in a browser',
  '/api/drafts/{id}': 'the studio, by cookie',
  '/api/handler.d.ts': 'types for an editor',
  '/api/health': 'for whoever runs Guildhall',
  '/api/images': 'the studio, by cookie',
  '/api/oauth/register': 'OAuth tells of itself in its own document',
  '/api/oauth/revoke': 'OAuth tells of itself in its own document',
  '/api/oauth/token': 'OAuth tells of itself in its own document',
  '/api/openapi.json': 'this document',
  '/api/plan-runs/{id}/confirm': 'people confirm, not keys',
  '/api/runtime.pyi': 'types for an editor',
  '/api/search': 'the catalogue’s page, by cookie',
  '/api/skillset.schema.json': 'a schema for an editor',
  '/api/statements/{of}': 'the wallet’s page, by cookie',
  '/api/unknown-host': 'what is led astray ends here',
  '/api/workspace/documents/{id}': 'the vault’s page, by cookie',
  '/api/workspace/events': 'the vault’s page, by cookie',
  '/api/workspace/updates': 'the vault’s page, by cookie',
}

const routes = fs
  .readdirSync(path.join(ROOT, 'app/api'), { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'route.ts')
  .map((file) => `app/api/${file.split(path.sep).join('/')}`)
  .sort()
  .map((file) => ({
    file,
    at: `/${path.posix
      .dirname(file)
      .slice(4)
      .replace(/\[+([^[\]]+)\]+/g, '{$1}')}`,
  }))
const told = routes.filter(({ at }) => !(at in NOT_TOLD))

type Functions = Map<string, { text: string; beside: Functions }>

/** The functions of a file, by name. */
function functionsIn(file: string): Functions {
  const beside: Functions = new Map()
  for (const [text, name] of read(file).matchAll(/^(?:export )?(?:async )?function (\w+)[\s\S]*?^\}$/gm))
    beside.set(name!, { text, beside })
  return beside
}

/** What routes call to read a request; the rest of what they call never sees it. */
const shared: Functions = new Map(
  fs
    .readdirSync(path.join(ROOT, 'lib/protocol'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...functionsIn(`lib/protocol/${file}`)])
    .filter(([, { text }]) => text.startsWith('export ')),
)

/** A function, and whatever it calls in its file and of the doors. */
function textOf(name: string, beside: Functions, seen = new Set<string>()): string {
  const found = beside.get(name) ?? shared.get(name)
  if (!found || seen.has(found.text)) return ''
  seen.add(found.text)
  const words = new Set([...found.text.matchAll(/\w+/g)].map(([word]) => word))
  return [found.text, ...[...words].map((word) => textOf(word, found.beside, seen))].join('\n')
}

/** Of whom they say it, not what they ask for. */
const OF_ALL_DOORS = ['authorization', 'content-type', 'content-length', 'cookie', 'host', 'origin']

function readsOf(text: string) {
  const headers = [...text.matchAll(/headers\.get\('([\w-]+)'\)/g)].map(([, name]) => name!)
  const params = text
    .replaceAll(/headers\.\w+\('[\w-]+'\)/g, '')
    .matchAll(/\.(?:get|getAll|has)\('(\w+)'\)|numberOf\(query, '(\w+)'/g)
  return {
    query: sorted([...params].map(([, one, other]) => one ?? other!)),
    header: sorted(headers.filter((each) => !OF_ALL_DOORS.includes(each))),
  }
}

const sorted = (names: string[]) => [...new Set(names)].sort()

function operationAt(at: string, method: string): JsonObject | undefined {
  const item = (document.paths as JsonObject)[at.replace('/skills/{name}/runs', `/skills/${name}/runs`)]
  const operation = isObject(item) ? item[method.toLowerCase()] : undefined
  return isObject(operation) ? operation : undefined
}

function saysOf(operation: JsonObject) {
  const parameters = (operation.parameters ?? []) as { name: string; in: string }[]
  const of = (place: string) => parameters.filter((each) => each.in === place).map(({ name }) => name)
  return { query: sorted(of('query')), header: sorted(of('header').map((each) => each.toLowerCase())) }
}

test('tells of every route, or it is said why not', () => {
  const paths = Object.keys(document.paths as JsonObject).map((at) => at.replace(name, '{name}'))

  expect(paths.sort()).toEqual(told.map(({ at }) => at).sort())
  expect(Object.keys(NOT_TOLD).filter((at) => !routes.some((route) => route.at === at))).toEqual([])
})

describe.each(told)('$at', ({ file, at }) => {
  const own = functionsIn(file)
  const methods = [...own.keys()].filter((each) => ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'].includes(each))

  test.each(methods)('%s tells what it reads', (method) => {
    const operation = operationAt(at, method)

    expect(operation).toBeDefined()
    expect(saysOf(operation!)).toEqual(readsOf(textOf(method, own)))
  })

  test('has no other method', () => {
    const others = ['get', 'put', 'post', 'delete'].filter((each) => !methods.includes(each.toUpperCase()))

    expect(others.filter((each) => operationAt(at, each))).toEqual([])
  })
})

/** The fields that a body may have, as the file says that takes them. */
function fieldsIn(file: string, declared: RegExp): string[] {
  const [, fields = ''] = declared.exec(read(file)) ?? []
  return sorted([...fields.matchAll(/^\s*(\w+)(?=[:,])/gm)].map(([, field]) => field!))
}

const strict = (constant: string) =>
  new RegExp(`const ${constant} = z\\s*\\.strictObject\\(\\{([\\s\\S]*?)^\\s*\\}\\)`, 'm')

test.each<[at: string, file: string, declared: RegExp]>([
  ['/api/plan-runs', 'lib/plans/rest-plan-run.ts', strict('Sent')],
  ['/api/plan-runs/{id}/resume', 'lib/plans/rest-plan-run.ts', strict('Resumed')],
  ['/api/skills/{name}/runs', 'lib/execution/parse-run-request.ts', strict('Sent')],
])('the body of %s has the fields that are read', (at, file, declared) => {
  const body = '/requestBody/content/application~1json/schema'
  const schema = valueAt(operationAt(at, 'post')!, body) as JsonObject
  const known = isObject(schema.properties) && !schema.allOf ? schema : undefined
  const request = valueAt(document, '/components/schemas/RunRequest') as JsonObject

  expect(Object.keys((known ?? request).properties as JsonObject).sort()).toEqual(fieldsIn(file, declared))
})
