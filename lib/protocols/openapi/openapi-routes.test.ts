// Compares the OpenAPI document with the routes, including every parameter, header and field that they read.
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { AutomationBody } from '../../automations/automation-fields.ts'
import { isObject, type JsonObject } from '../../kernel/json/json.ts'
import { valueAt } from '../../kernel/json/json-pointer.ts'
import { PlanRunBody, ResumeBody } from '../../plans/rest/rest-plan-run.ts'
import { RunBody } from '../../runs/start/run-options.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import { ENDPOINTS } from './endpoints.ts'
import { buildOpenApiDocument } from './openapi-document.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8')

const skill = makeSkillDocument()
const name = 'acme.mail.send'
const document = buildOpenApiDocument({
  skills: [
    { name, version: '1.0.0', document: makeSkillSetDocument({ skills: [skill] }), skill, isReadable: true },
  ],
  origin: 'https://skills.example.org',
  version: '1.0.0',
})

/** Routes that are not for programs with a key, with the reason. */
const UNDOCUMENTED_ROUTES: Record<string, string> = {
  '/api/{...path}': 'not an API',
  '/api/account/export': 'the settings, by cookie',
  '/api/auth/{...nextauth}': 'signing in, in a browser',
  '/api/drafts/{id}': 'the studio, by cookie',
  '/api/submissions/{id}/folder': 'the review page, by cookie',
  '/api/handler.d.ts': 'types for an editor',
  '/api/health': 'for the operator',
  '/api/images': 'the studio, by cookie',
  '/api/oauth/register': 'OAuth has its own metadata document',
  '/api/oauth/revoke': 'OAuth has its own metadata document',
  '/api/oauth/token': 'OAuth has its own metadata document',
  '/api/openapi.json': 'this document',
  '/api/plan-runs/{id}/confirm': 'people confirm, not keys',
  '/api/rollouts/{skillset}/{version}/finish': 'people decide, not keys',
  '/api/rollouts/{skillset}/{version}/take': 'people decide, not keys',
  '/api/recordings/{id}': 'a file for people, linked from the page of the skill',
  '/api/runtime.pyi': 'types for an editor',
  '/api/audit': 'the admins’ audit log, by cookie',
  '/api/runs': 'the page of the runs, by cookie',
  '/api/docs/search': 'the command palette, by cookie',
  '/api/search': 'the catalogue’s page, by cookie',
  '/api/shared/{token}': 'the page of a shared run, by its link',
  '/api/validators': 'the compiled contracts of forms',
  '/api/skillset.schema.json': 'a schema for an editor',
  '/api/analytics': 'the publisher’s page, by cookie',
  '/api/statements/{of}': 'the wallet’s page, by cookie',
  '/api/publishing': 'the command line of a publisher',
  '/api/publishing/submissions': 'the command line of a publisher',
  '/api/publishing/test-runs': 'the command line of a publisher',
  '/api/publishing/test-runs/{id}': 'the command line of a publisher',
  '/api/trusted-publishing/submissions': 'the command line, from CI, with a token of its own',
  '/api/trusted-publishing/token': 'the command line, from CI',
  '/api/integrations/callback': 'where OAuth providers send people back to',
  '/api/unsubscribe/{token}': 'links in mails',
  '/api/workspace/commands/{id}': 'the page that carried out a command, by cookie',
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
const documented = routes.filter(({ at }) => !(at in UNDOCUMENTED_ROUTES))

const FUNCTION =
  /^(?:export )?(?:(?:async )?function (\w+)[\s\S]*?^\}|const (\w+) = (?:http|public)Route\b[\s\S]*?^\}?\))$/gm

type Functions = Map<string, { text: string; beside: Functions }>

function functionsIn(file: string): Functions {
  const beside: Functions = new Map()
  for (const [text, name, route] of read(file).matchAll(FUNCTION))
    beside.set(name ?? route!, { text, beside })
  return beside
}

/** The functions that routes call to read a request; other modules never see the request. */
const shared: Functions = new Map(
  fs
    .readdirSync(path.join(ROOT, 'lib/protocols/http'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...functionsIn(`lib/protocols/http/${file}`)])
    .filter(([, { text }]) => text.startsWith('export ')),
)

/** Returns the source of a function and of those that it calls in its file and in lib/protocols/http. */
function textOf(name: string, beside: Functions, seen = new Set<string>()): string {
  const found = beside.get(name) ?? shared.get(name)
  if (!found || seen.has(found.text)) return ''
  seen.add(found.text)
  const identifiers = new Set([...found.text.matchAll(/\w+/g)].map(([word]) => word))
  return [found.text, ...[...identifiers].map((word) => textOf(word, found.beside, seen))].join('\n')
}

/** Headers that every route may read, so they are not parameters. */
const COMMON_HEADERS = [
  'accept-encoding',
  'authorization',
  'content-type',
  'content-length',
  'cookie',
  'host',
  'origin',
]

function readsOf(text: string) {
  const headers = [...text.matchAll(/headers\.get\('([\w-]+)'\)/g)].map(([, name]) => name!)
  const params = text
    .replaceAll(/headers\.\w+\('[\w-]+'\)/g, '')
    .matchAll(/\.(?:get|getAll|has)\('(\w+)'\)|numberOf\(query, '(\w+)'/g)
  return {
    query: sorted([...params].map(([, one, other]) => one ?? other!)),
    header: sorted(headers.filter((header) => !COMMON_HEADERS.includes(header))),
  }
}

const sorted = (names: string[]) => [...new Set(names)].sort()

function operationAt(at: string, method: string): JsonObject | undefined {
  const item = (document.paths as JsonObject)[at.replace('/skills/{name}/runs', `/skills/${name}/runs`)]
  const operation = isObject(item) ? item[method.toLowerCase()] : undefined
  return isObject(operation) ? operation : undefined
}

function documentedParametersOf(operation: JsonObject) {
  const parameters = (operation.parameters ?? []) as { name: string; in: string }[]
  const of = (location: string) =>
    parameters.filter((parameter) => parameter.in === location).map(({ name }) => name)
  return { query: sorted(of('query')), header: sorted(of('header').map((each) => each.toLowerCase())) }
}

test('the OpenAPI document describes every route, or the table of exceptions gives the reason', () => {
  const paths = Object.keys(document.paths as JsonObject).map((at) => at.replace(name, '{name}'))

  expect(paths.sort()).toEqual(documented.map(({ at }) => at).sort())
  expect(Object.keys(UNDOCUMENTED_ROUTES).filter((at) => !routes.some((route) => route.at === at))).toEqual(
    [],
  )
})

describe.each(documented)('$at', ({ file, at }) => {
  const own = functionsIn(file)
  const methods = [...own.keys()].filter((key) => ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'].includes(key))

  test.each(methods)('%s documents what it reads', (method) => {
    const operation = operationAt(at, method)

    expect(operation).toBeDefined()
    expect(documentedParametersOf(operation!)).toEqual(readsOf(textOf(method, own)))
  })

  test.each(methods)('%s answers with JSON by its endpoint’s schema', (method) => {
    const endpoint = ENDPOINTS.find((each) => each.path === at && each.method === method.toLowerCase())
    // The call of a skill has a schema per skill.
    if (!endpoint) return expect(at).toBe('/api/skills/{name}/runs')
    const isJson = Object.values(endpoint.responses).some((response) => 'schema' in response)
    const used = [...textOf(method, own).matchAll(/jsonResponse\(\s*([A-Z_]+)/g)].map(([, name]) => name)

    expect(new Set(used)).toEqual(new Set(isJson ? [endpoint.operationId.toUpperCase()] : []))
  })

  test('has no other method', () => {
    const others = ['get', 'put', 'post', 'delete'].filter((each) => !methods.includes(each.toUpperCase()))

    expect(others.filter((other) => operationAt(at, other))).toEqual([])
  })
})

test.each<[at: string, body: { shape: object }]>([
  ['/api/plan-runs', PlanRunBody],
  ['/api/plan-runs/{id}/resume', ResumeBody],
  ['/api/automations', AutomationBody],
  ['/api/skills/{name}/runs', RunBody],
])('the OpenAPI document gives the body of %s the fields that the route reads', (at, { shape }) => {
  const body = '/requestBody/content/application~1json/schema'
  const schema = valueAt(operationAt(at, 'post')!, body) as JsonObject
  const known = isObject(schema.properties) && !schema.allOf ? schema : undefined
  const request = valueAt(document, '/components/schemas/RunRequest') as JsonObject

  expect(Object.keys((known ?? request).properties as JsonObject).sort()).toEqual(sorted(Object.keys(shape)))
})
