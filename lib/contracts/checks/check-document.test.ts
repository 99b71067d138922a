import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { pointerKeys, toPointer, valueAt } from '../../kernel/json/json-pointer.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import type { SkillDocument, SkillSetDocument } from '../document/skillset-document.ts'
import { checkDocument } from './check-document.ts'
import { checklist } from './checklist.ts'
import { withoutExampleSecrets } from './example-secrets.ts'

const weather: SkillDocument = {
  slug: 'get_weather',
  name: 'Get Weather',
  description: 'Check weather for a location',
  prompt: 'Use to get current weather information',
  definition: `
async function handler(input) {
  const { parameters } = input
  return {
    message: \`Weather in \${parameters.city}: Sunny\`,
    temperature: 72
  }
}
`,
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  response: { type: 'object', properties: { message: { type: 'string' }, temperature: { type: 'number' } } },
}

const valid: SkillSetDocument = {
  slug: 'weather_desk',
  name: 'Weather desk',
  version: '1.0.0',
  description: 'Climate averages for five cities.',
  visibility: 'PUBLIC',
  skills: [weather],
}

const signing = (use: object, rest: object = {}, others: JsonObject[] = []) => ({
  '/configDefinitions': [API_KEY, ...others],
  '/permissions': { secrets: [{ key: 'api_key', hosts: ['a.example'], use, ...rest }] },
})
const client = (tokenUrl: string) =>
  signing({ kind: 'oauth-client-credentials', tokenUrl, clientId: 'client_id' }, {}, [CLIENT_ID])
const CLIENT_ID: JsonObject = {
  key: 'client_id',
  label: 'Client ID',
  type: 'STRING',
  required: true,
  order: 2,
}
const API_KEY: JsonObject = {
  key: 'api_key',
  label: 'API Key',
  type: 'SECRET',
  required: true,
  order: 1,
  isSensitive: true,
}
const REGION: JsonObject = {
  key: 'region',
  label: 'Region',
  type: 'SELECT',
  options: ['eu', 'us'],
  defaultValue: 'eu',
  required: false,
  order: 2,
}

/** Returns `valid` with other values at these pointers; undefined removes a key. */
function document(changes: Record<string, unknown> = {}): Json {
  const copy = structuredClone(valid) as unknown as Json
  for (const [pointer, value] of Object.entries(changes)) {
    const keys = pointerKeys(pointer)
    const last = keys.pop() as string
    const parent = valueAt(copy, toPointer(keys)) as JsonObject
    if (value === undefined) delete parent[last]
    else parent[last] = value as Json
  }
  return copy
}

const STORED = { sha256: 'a'.repeat(64), sizeBytes: 6 * 1024 * 1024 }

const issueTexts = (changes: Record<string, unknown>) =>
  checkDocument(document(changes)).map(({ path, message }) => `${path}: ${message}`)

const LISTED = {
  type: 'object',
  properties: { message: { type: 'string' }, days: { type: 'array', items: { type: 'string' } } },
  required: ['message', 'days'],
}

describe('a document is fine', () => {
  // biome-ignore format: table
  test.each<[sentence: string, changes: Record<string, unknown>]>([
    ['as the valid sample has it',                        {}],
    ['with lengths counted in characters, not in bytes',  { '/name': '😀'.repeat(100), '/skills/0/name': 'ß'.repeat(100) }],
    ['with pictures of ours and pages of theirs',         { '/logoImageUrl': `/images/${'0'.repeat(64)}`, '/privacyPolicyUrl': 'https://example.com/privacy?a=b' }],
    ['with a field map on either side',                   { '/skills/0/parameters': { city: { type: 'string', required: true } }, '/skills/0/response': { temperature: { type: 'number' } } }],
    ['with every type of configuration',                  { '/configDefinitions': [API_KEY, REGION,
      { key: 'site', label: 'Site', type: 'STRING', required: true, order: 3, validation: 'url' },
      { key: 'code', label: 'Code', type: 'STRING', required: false, defaultValue: 'AB', order: 4, validation: '^[A-Z]{2}$' },
      { key: 'most', label: 'Most', type: 'NUMBER', required: false, defaultValue: '5', order: 5, validation: 'int' },
      { key: 'loud', label: 'Loud', type: 'BOOLEAN', required: false, defaultValue: 'yes', order: 6 },
      { key: 'days', label: 'Days', type: 'MULTI_SELECT', options: ['Mon', 'Tue'], required: false, defaultValue: 'Mon, Tue', order: 7 },
      { key: 'token', label: 'Token', type: 'SECRET', required: false, order: 8 }] }],
    ['with permissions for a secret of its own',          { '/configDefinitions': [API_KEY], '/permissions': { network: ['api.example.com', '*.example.com'], secrets: [{ key: 'api_key', hosts: ['api.example.com'] }], vault: ['read:Notes/**'], tools: ['vault.readFile'], skills: ['a.b.c@^1.2'] } }],
    ['as an instruction skill with a price',              { '/skills/0': { slug: 'guide', name: 'Guide', description: 'How to', prompt: 'Read it.', kind: 'instruction', body: '# How to', pricing: { model: 'per_job', amount: '2', currency: 'USDC' } } }],
    ['as an instruction skill',                           { '/skills/0': { slug: 'guide', name: 'Guide', description: 'How to', prompt: 'Read it.', kind: 'instruction', body: '# How to' } }],
    ['as a Python skill',                                 { '/skills/0/runtime': 'python', '/skills/0/definition': 'def main(args):\n  return {}' }],
    ['with examples, buttons, limits and resources',      { '/skills/0/examples': [{ title: 'Oslo', input: { city: 'Oslo' }, output: { message: 'Sunny', temperature: 7 } }], '/skills/0/buttons': [{ label: 'Track', payload: 'TRACK' }], '/skills/0/limits': { timeoutMs: 500 }, '/skills/0/resources': [{ path: 'a/b.txt', kind: 'text/plain', text: 'x' }, { path: 'c.ttf', kind: 'font/ttf', ...STORED }] }],
    ['priced, with a free dry run',                       { '/skills/0/pricing': { model: 'per_job', amount: '0.05', currency: 'USDC' }, '/skills/0/dryRun': 'supported' }],
    ['priced, with a dry run that costs',                 { '/skills/0/pricing': { model: 'per_job', amount: '0.05', currency: 'USDC', dryRunAmount: '0.01' }, '/skills/0/dryRun': 'supported' }],
    ['priced per item of a declared list',               { '/skills/0/pricing': { model: 'per_job', amount: '1', currency: 'USDC', perItem: { amount: '0.01', list: '/days' } }, '/skills/0/response': LISTED }],
    ['free, with dry runs',                               { '/skills/0/dryRun': 'supported' }],
    ['priced',                                            { '/skills/0/pricing': { model: 'per_job', amount: '0.05', currency: 'USDC' } }],
    ['free, even when its price is zero',             { '/skills/0/pricing': { model: 'per_job', amount: '0', currency: 'USDC' } }],
    ['as a pre-release for a newer market',               { '/version': '2.0.0-beta.1', '/requires': '>=1 <3' }],
  ])('%s', (_, changes) => {
    expect(issueTexts(changes)).toEqual([])
  })
})

test('a SkillSet with too many skills has one fault for it, and those above the limit are not checked', () => {
  const skills = Array.from({ length: 1_000 }, (_, index) => ({
    ...weather,
    slug: `skill_${index}`,
    definition: '',
  }))

  const issues = checkDocument({ ...document, skills } as Json)

  expect(issues.filter(({ path }) => path === '/skills')).toEqual([
    expect.objectContaining({ message: 'skills can have at most 100 entries' }),
  ])
  expect(issues.filter(({ path }) => path.endsWith('/definition'))).toHaveLength(100)
})

describe('a price per item', () => {
  const priced = (perItem: object, amount = '1') => ({
    '/skills/0/response': LISTED,
    '/skills/0/pricing': { model: 'per_job', amount, currency: 'USDC', perItem },
  })

  // biome-ignore format: table
  test.each<[message: string, perItem: object]>([
    ['/skills/0/pricing/perItem/list: /hours is not a list that response declares',     { amount: '0.01', list: '/hours' }],
    ['/skills/0/pricing/perItem/list: /message is not a list that response declares',   { amount: '0.01', list: '/message' }],
    ['/skills/0/pricing/perItem/amount: amount can be at most the amount of a run',     { amount: '1.01', list: '/days' }],
    ['/skills/0/pricing/perItem/amount: amount must be more than 0',                    { amount: '0', list: '/days' }],
    ['/skills/0/pricing/perItem/list: list must be the JSON Pointer of a list in the output, such as /items', { amount: '0.01', list: 'days' }],
  ])('is refused: %s', (message, perItem) => {
    expect(issueTexts(priced(perItem))).toContain(message)
  })
})

describe('a document is refused', () => {
  const PRICE = { model: 'per_job', amount: '0.05', currency: 'USDC' }
  const skill = (changes: object) => ({ '/skills/0': { ...weather, ...changes } })
  const config = (changes: object) => ({ '/configDefinitions': [{ ...REGION, ...changes }] })
  // biome-ignore format: table
  test.each<[message: string, changes: Record<string, unknown>]>([
    ['/slug: slug must be 1-64 chars, alphanumeric + underscore',             { '/slug': 'GET-WEATHER' }],
    ['/slug: slug must be 1-64 chars, alphanumeric + underscore',             { '/slug': 'a'.repeat(65) }],
    ['/slug: slug must be 1-64 chars, alphanumeric + underscore',             { '/slug': undefined }],
    ['/name: name must be 1-100 characters',                                  { '/name': '' }],
    ['/name: name must be 1-100 characters',                                  { '/name': 'a'.repeat(101) }],
    ['/name: name must be 1-100 characters',                                  { '/name': 5 }],
    ['/tagline: tagline must be 1-200 characters',                            { '/tagline': 'a'.repeat(201) }],
    ['/description: description must be 1-1000 characters',                   { '/description': 'a'.repeat(1001) }],
    ['/visibility: visibility must be PUBLIC or PRIVATE',                     { '/visibility': 'public' }],
    ['/logoImageUrl: logoImageUrl must be a valid URL',                       { '/logoImageUrl': 'not a url' }],
    ['/bannerImageUrl: bannerImageUrl must be a valid URL',                   { '/bannerImageUrl': 'javascript:alert(1)' }],
    ['/privacyPolicyUrl: privacyPolicyUrl must be a valid URL',               { '/privacyPolicyUrl': '/images/abc' }],
    ['/termsOfServiceUrl: termsOfServiceUrl must be a valid URL',             { '/termsOfServiceUrl': 'ftp://example.com' }],
    ['/skills: skills must contain at least 1 skill',                         { '/skills': [] }],
    ['/version: version must be a semantic version such as 1.0.0',            { '/version': '1.0' }],
    ['/version: version must be a semantic version such as 1.0.0',            { '/version': 'v1.0.0' }],
    ['/requires: requires must be a version range such as >=1 <3',            { '/requires': 'new' }],
    ['/foo: unknown key "foo"',                                               { '/foo': 1 }],
    ['/skills/0/foo: unknown key "foo"',                                      skill({ foo: 1 })],
    ['/skills/0/buttons/0/colour: unknown key "colour"',                      skill({ buttons: [{ label: 'a', payload: 'b', colour: 'red' }] })],
    ['/categories/0: must be the name of a category, such as text',             { '/categories': ['Fun!'] }],
    ['/skills/1/slug: slug must be unique',                                   { '/skills': [weather, weather] }],
    ['/skills/0/slug: slug must be 1-64 chars, alphanumeric + underscore',    skill({ slug: 'a b' })],
    ['/skills/0/name: name must be 1-100 characters',                         skill({ name: '' })],
    ['/skills/0/description: description must be 1-500 characters',           skill({ description: 'a'.repeat(501) })],
    ['/skills/0/prompt: prompt must be 1-2000 characters',                    skill({ prompt: '' })],
    ['/skills/0/definition: handler function not found',                      skill({ definition: 'function test() {}' })],
    ['/skills/0/definition: handler function not found',                      skill({ definition: undefined })],
    ['/skills/0/definition: eval not allowed in definition',                  skill({ definition: 'async function handler() { eval(1) }' })],
    ['/skills/0/definition: require not allowed in definition',               skill({ definition: 'async function handler() { require("fs") }' })],
    ['/skills/0/definition: main(args) function not found',                   skill({ runtime: 'python', definition: 'x = 1' })],
    ['/skills/0/parameters: parameters must be valid JSON schema: must be an object: a JSON Schema or a field map', skill({ parameters: undefined })],
    ['/skills/0/parameters/properties/a/type: parameters must be valid JSON schema: "text" is not a JSON Schema type: use "string"', skill({ parameters: { type: 'object', properties: { a: { type: 'text' } } } })],
    ['/skills/0/response/type: response must be valid JSON schema: must be "object": a contract describes an object of fields', skill({ response: { type: 'array' } })],
    ['/skills/0/response/properties/message: response must allow a string message, which JavaScript handlers return', skill({ response: { type: 'object', properties: { message: { type: 'number' } } } })],
    ['/skills/0/buttons/0/label: label must be 1-50 characters',              skill({ buttons: [{ label: 'a'.repeat(51), payload: 'A' }] })],
    ['/skills/0/buttons/0/payload: payload must be 1-200 characters',         skill({ buttons: [{ label: 'a', payload: '' }] })],
    ['/skills/0/examples/0/input/city: this example does not match parameters: is required',    skill({ examples: [{ title: 'a', input: {} }] })],
    ['/skills/0/examples/0/output/temperature: this example does not match response: must be a number', skill({ examples: [{ title: 'a', input: { city: 'x' }, output: { message: 'x', temperature: 'hot' } }] })],
    ['/skills/0/examples/0/output/message: this example does not match response: must be text: a JavaScript handler returns an object with a string message', skill({ examples: [{ title: 'a', input: { city: 'x' }, output: {} }] })],
    ['/skills/0/examples/0/config/zone: this example does not match configDefinitions: zone is not a configuration key', skill({ examples: [{ title: 'a', input: { city: 'x' }, config: { zone: 1 } }] })],
    ['/skills/0/examples/0/title: title must be 1-100 characters',            skill({ examples: [{ title: '', input: { city: 'x' } }] })],
    ['/skills/0/pricing/currency: currency must be USDC',                     skill({ pricing: { model: 'per_job', amount: '0.05', currency: 'EUR' } })],
    ['/skills/0/pricing/amount: amount must be a decimal number in quotes, with at most 6 digits after the point', skill({ pricing: { model: 'per_job', amount: 0.05, currency: 'USDC' } })],
    ['/skills/0/dryRun: dryRun must be supported',                            skill({ dryRun: true })],
    ['/skills/0/pricing/dryRunAmount: dryRunAmount must be a decimal number in quotes, with at most 6 digits after the point', skill({ dryRun: 'supported', pricing: { ...PRICE, dryRunAmount: 'little' } })],
    ['/skills/0/pricing/dryRunAmount: dryRunAmount requires "dryRun": "supported"', skill({ pricing: { ...PRICE, dryRunAmount: '0.01' } })],
    ['/skills/0/pricing/dryRunAmount: dryRunAmount can be at most the amount of a run', skill({ dryRun: 'supported', pricing: { ...PRICE, dryRunAmount: '0.06' } })],
    ['/skills/0/dryRun: dryRun is not allowed in an instruction skill',                  skill({ kind: 'instruction', body: 'x', definition: undefined, parameters: undefined, response: undefined, examples: undefined, dryRun: 'supported' })],
    ['/skills/0/limits/timeoutMs: timeoutMs can be at most 10000',            skill({ limits: { timeoutMs: 60_000 } })],
    ['/skills/0/pricing/dryRunAmount: dryRunAmount is not allowed in an instruction skill: its price is paid once', skill({ kind: 'instruction', body: 'x', definition: undefined, parameters: undefined, response: undefined, examples: undefined, pricing: { model: 'per_job', amount: '2', currency: 'USDC', dryRunAmount: '1' } })],
    ['/skills/0/kind: kind must be action or instruction',                    skill({ kind: 'other' })],
    ['/skills/0/body: body is required: it contains the instructions',      skill({ kind: 'instruction' })],
    ['/skills/0/definition: definition is not allowed in an instruction skill',          skill({ kind: 'instruction', body: 'x' })],
    ['/skills/0/body: body is only allowed in an instruction skill',                  skill({ body: 'x' })],
    ['/skills/0/resources/0/path: path must stay inside the skill: relative, without .. and backslashes', skill({ resources: [{ path: '../a', kind: 'x', text: '' }] })],
    ['/skills/0/resources/0/text: a resource has one of text, base64 and sha256', skill({ resources: [{ path: 'a', kind: 'x' }] })],
    ['/skills/0/resources/0/text: a resource has one of text, base64 and sha256', skill({ resources: [{ path: 'a', kind: 'x', text: '', ...STORED }] })],
    ['/skills/0/resources/0/sizeBytes: sha256 and sizeBytes belong together', skill({ resources: [{ path: 'a', kind: 'x', sha256: STORED.sha256 }] })],
    ['/skills/0/resources/0/sizeBytes: sha256 and sizeBytes belong together', skill({ resources: [{ path: 'a', kind: 'x', text: '', sizeBytes: 1 }] })],
    ['/skills/0/resources/0/sha256: sha256 must be 64 lowercase hexadecimal digits', skill({ resources: [{ path: 'a', kind: 'x', ...STORED, sha256: 'AB' }] })],
    ['/skills/0/resources: the files of a skill must have at most 10 MB', skill({ resources: ['a', 'b'].map((path) => ({ path, kind: 'x', ...STORED })) })],
    ['/configDefinitions/1/key: key must be unique',                          { '/configDefinitions': [REGION, REGION] }],
    ['/configDefinitions/0/key: key must be 1-64 chars, alphanumeric + underscore', config({ key: 'api-key' })],
    ['/configDefinitions/0/type: type must be STRING, NUMBER, BOOLEAN, SELECT, MULTI_SELECT or SECRET', config({ type: 'TEXT' })],
    ['/configDefinitions/0/options: options must list at least 1 choice for SELECT', config({ options: [] })],
    ['/configDefinitions/0/defaultValue: defaultValue is required: optional configuration must have a default', config({ defaultValue: undefined })],
    ['/configDefinitions/0/defaultValue: defaultValue is invalid: Region must be one of eu, us', config({ defaultValue: 'asia' })],
    ['/configDefinitions/0/defaultValue: defaultValue is invalid: is not a valid NUMBER', config({ type: 'NUMBER', defaultValue: 'many' })],
    ['/configDefinitions/0/defaultValue: a secret cannot have a defaultValue: anyone could read it', config({ type: 'SECRET', defaultValue: 'hunter2' })],
    ['/configDefinitions/0/validation: validation does not apply to SELECT: list the allowed values in options', config({ type: 'SELECT', options: ['a'], validation: '^a$' })],
    ['/configDefinitions/0/validation: validation does not apply to BOOLEAN: its values are true and false', config({ type: 'BOOLEAN', validation: 'int' })],
    ['/configDefinitions/0/validation: validation url does not apply to NUMBER: use int or a regular expression', config({ type: 'NUMBER', validation: 'url' })],
    ['/configDefinitions/0/validation: validation must be url, email, uuid, int or a regular expression: lookahead and lookbehind are not supported', config({ type: 'STRING', validation: '(?=a)' })],
    ['/permissions/network/0: must be a host name such as api.example.com or *.example.com', { '/permissions': { network: ['https://api.example.com/'] } }],
    ['/permissions/secrets/0/key: key must name a SECRET or sensitive config definition; api_key is not one', { '/permissions': { secrets: [{ key: 'api_key', hosts: [] }] } }],
    ['/permissions/secrets/0/reason: reason is required for raw exposure: explain why the code needs the secret itself', { '/configDefinitions': [API_KEY], '/permissions': { secrets: [{ key: 'api_key', hosts: [], exposure: 'raw' }] } }],
    ['/permissions/secrets/0/use/header: must be the name of a header such as X-Signature', signing({ kind: 'hmac', algorithm: 'sha256', sign: '{body}' })],
    ['/permissions/secrets/0/use/sign: {cookie} is not a part of a request: use {method}, {host}, {path}, {timestamp}, {body}', signing({ kind: 'hmac', algorithm: 'sha256', sign: '{cookie}', header: 'x' })],
    ['/permissions/secrets/0/use/timestampHeader: timestampHeader is required, because {timestamp} is signed', signing({ kind: 'hmac', algorithm: 'sha256', sign: '{timestamp}', header: 'x' })],
    ['/permissions/secrets/0/use/header: Host cannot be signed: it says how the request is transferred', signing({ kind: 'hmac', algorithm: 'sha256', sign: '{body}', header: 'Host' })],
    ['/permissions/secrets/0/use/timestampHeader: If-Range cannot be signed: it says how the request is transferred', signing({ kind: 'hmac', algorithm: 'sha256', sign: '{body}', header: 'x', timestampHeader: 'If-Range' })],
    ['/permissions/secrets/0/use/header: content-length cannot be signed: it says how the request is transferred', signing({ kind: 'jwt', algorithm: 'HS256', header: 'content-length' })],
    ['/permissions/secrets/0/use/prefix: prefix must be 1-64 characters of ASCII, because a header carries it', signing({ kind: 'hmac', algorithm: 'sha256', sign: '{body}', header: 'x', prefix: 'a\r\nb' })],
    ['/permissions/secrets/0/use: api_key must be the key of a config definition that is not secret, because it is sent', signing({ kind: 'aws-sigv4', accessKeyId: 'api_key', service: 's3', region: 'eu' })],
    ['/permissions/secrets/0/use: other must be the key of a config definition that is not secret, because it is sent', signing({ kind: 'jwt', algorithm: 'HS256', claims: { iss: '{other}' } })],
    ['/permissions/secrets/0/use/tokenUrl: permissions.network must include auth.example, which tokenUrl names', client('https://auth.example/token')],
    ['/permissions/secrets/0/use/tokenUrl: tokenUrl must be an https: address such as https://auth.example.com/token', client('http://auth.example/token')],
    ['/permissions/secrets/0/use/tokenUrl: tokenUrl must be an https: address such as https://auth.example.com/token', client('https://ada@auth.example/token')],
    ['/permissions/secrets/0/use/tokenUrl: tokenUrl must be an https: address such as https://auth.example.com/token', client('token')],
    ['/permissions/secrets/0/use: use and raw exposure exclude each other: the code needs no secret that signs', signing({ kind: 'jwt', algorithm: 'HS256' }, { exposure: 'raw', reason: 'It signs.' })],
  ])('%s', (message, changes) => {
    expect(issueTexts(changes)).toContain(message)
  })

  test('for all errors together', () => {
    const messages = issueTexts({
      '/slug': 'A',
      '/name': '',
      '/skills/0/prompt': '',
      '/skills/0/definition': 'eval(1)',
    })

    expect(messages).toEqual([
      '/slug: slug must be 1-64 chars, alphanumeric + underscore',
      '/name: name must be 1-100 characters',
      '/skills/0/prompt: prompt must be 1-2000 characters',
      '/skills/0/definition: handler function not found',
      '/skills/0/definition: eval not allowed in definition',
    ])
  })

  test('with the line in the editor for a fault of its code', () => {
    const [issue] = checkDocument(
      document({ '/skills/0/definition': 'async function handler() {\n  eval(1)\n}' }),
    )

    expect(issue).toMatchObject({ path: '/skills/0/definition', line: 2, column: 3 })
  })

  test('with pointers into the capabilities it was written in', () => {
    const capabilities = {
      search: { description: 'Search', input_schema: { query: { type: 'text' } }, output_schema: {} },
    }

    expect(issueTexts({ '/skills': undefined, '/capabilities': capabilities })).toEqual([
      '/capabilities/search/definition: handler function not found',
      '/capabilities/search/input_schema/query/type: parameters must be valid JSON schema: must be one of string, number, integer, boolean, array, object',
    ])
  })

  test.each<[Json]>([
    [null],
    [[]],
    ['x'],
    [{}],
    [{ skills: 1 }],
    [{ skills: [null, 1, {}] }],
    [{ configDefinitions: [{}], permissions: 1 }],
    [{ skills: [{ parameters: 1, examples: [1, {}], limits: 1 }] }],
  ])('however little there is of it: %j', (given) => {
    expect(checkDocument(given).length).toBeGreaterThan(0)
  })
})

describe('an example with a value for a secret', () => {
  const pin = { key: 'pin', label: 'PIN', type: 'SECRET', required: false, order: 9 } as const
  const zone = { key: 'zone', label: 'Zone', type: 'STRING', required: true, order: 1 } as const
  const config = { pin: '123-456-789', zone: 'UTC' }
  const document = makeSkillSetDocument({
    configDefinitions: [zone, pin],
    skills: [makeSkillDocument({ examples: [{ title: 'Ada', input: { name: 'Ada' }, config }] })],
  })
  const line = (id: string) => checklist(document as unknown as Json).find((each) => each.id === id)

  test('is refused once, and the value is not repeated', () => {
    const found = { path: '/skills/0/examples/0/config/pin', keyword: 'example-secret' }

    expect(checkDocument(document as unknown as Json)).toMatchObject([found])
    expect(line('secrets')).toMatchObject({ ok: false, issues: [found] })
    expect(JSON.stringify(line('secrets'))).not.toContain(config.pin)
  })

  test('loses that value alone when a new version starts from it', () => {
    const { skills } = withoutExampleSecrets(document)

    expect(skills[0]?.examples).toEqual([{ title: 'Ada', input: { name: 'Ada' }, config: { zone: 'UTC' } }])
    expect(checkDocument(withoutExampleSecrets(document) as unknown as Json)).toEqual([])
  })
})

test.each([
  ['/skills/0/tags/0', { tags: ['mail\u200b'] }],
  ['/skills/0/resources/0/path', { resources: [{ path: 'a\u202emd.exe', text: 'x', kind: 'text/plain' }] }],
])('an invisible character in %s is refused by its code point', (path, overrides) => {
  const document = makeSkillSetDocument({ skills: [makeSkillDocument(overrides)] })

  expect(checkDocument(document as Json)).toMatchObject([
    { path, message: expect.stringMatching(/must not contain invisible characters: it has U\+20(0B|2E)/) },
  ])
})
