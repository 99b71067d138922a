/** What each lint rule finds, and what it lets pass. The tests run each case, and /docs/review-rules lists them. */

import type { Json, JsonObject, JsonSchema } from '../../kernel/json/json.ts'

export type LintCase = {
  title: string
  skill: JsonObject
  document?: JsonObject
  /** The pointer of the advice, relative to the skill; absent if there is no advice. */
  at?: string
  /** Values of the skill after the fix, by pointer; absent if there is no fix. */
  fixed?: Record<string, Json>
}

const input = (properties: JsonSchema, more: JsonSchema = {}): JsonObject => ({
  parameters: { type: 'object', properties, required: [], additionalProperties: false, ...more },
})
const output = (properties: JsonSchema, more: JsonSchema = {}): JsonObject => ({
  response: { type: 'object', properties, required: [], additionalProperties: false, ...more },
})
const map = (fields: JsonSchema): JsonObject => ({ parameters: fields })
const text: JsonSchema = { type: 'string', description: 'What to read; nothing when left out.' }
const five = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, text]))
const code = (body: string) => `async function handler({ config, parameters, context }) {\n  ${body}\n}\n`
const at = (name: string) => `/parameters/properties/${name}`

// biome-ignore format: tables
export const LINT_CASES: Record<string, LintCase[]> = {
  'minimal-required': [
    { title: 'a required field has a default', skill: input({ limit: { type: 'string', default: 'x', description: 'A' } }, { required: ['limit'] }), at: at('limit'), fixed: { '/parameters/required': [] } },
    { title: 'so in a field map', skill: map({ limit: { type: 'string', default: 'x', required: true } }), at: '/parameters/limit', fixed: { '/parameters/limit': { type: 'string', default: 'x' } } },
    { title: 'everything is required', skill: input(five, { required: Object.keys(five) }), at: '/parameters/required' },
    { title: 'few are required', skill: input(five, { required: ['a', 'b'] }) },
  ],
  'enum-not-prose': [
    { title: 'the description lists the values', skill: input({ format: { type: 'string', description: 'Output format: prose, bullets, or structured' } }), at: at('format'), fixed: { [`${at('format')}/enum`]: ['prose', 'bullets', 'structured'] } },
    { title: 'so in a field map', skill: map({ format: { type: 'string', description: 'One of: a, b, c' } }), at: '/parameters/format', fixed: { '/parameters/format/enum': ['a', 'b', 'c'] } },
    { title: 'the default is not in the list', skill: input({ format: { type: 'string', default: 'list', description: 'One of: prose, bullets, table' } }), at: at('format') },
    { title: 'an example is not in the list', skill: { ...input({ format: { type: 'string', description: 'One of: prose, bullets, table' } }), examples: [{ title: 'A', input: { format: 'list' } }] }, at: at('format') },
    { title: 'the values are examples', skill: input({ city: { type: 'string', description: 'A city such as Paris, Rome or London' } }) },
    { title: 'there is an enum', skill: input({ format: { type: 'string', enum: ['a', 'b'], description: 'One of: a, b' } }) },
  ],
  'ecma-patterns': [
    { title: 'anchors are of Ruby and Python', skill: input({ code: { ...text, pattern: '\\A[a-z]+\\z' } }), at: `${at('code')}/pattern`, fixed: { [`${at('code')}/pattern`]: '^[a-z]+$' } },
    { title: 'an escape means different things in two languages', skill: input({ code: { ...text, pattern: '^\\h+$' } }), at: `${at('code')}/pattern` },
    { title: 'a part is repeated more than 1,000 times', skill: output({ code: { ...text, pattern: '^.{1,1024}$' } }), at: '/response/properties/code/pattern', fixed: { '/response/properties/code/pattern': '^.{1,1000}.{0,24}$' } },
    { title: 'names are matched by it', skill: input({}, { patternProperties: { '^[[:alpha:]]+$': {} } }), at: '/parameters/patternProperties/^[[:alpha:]]+$', fixed: { '/parameters/patternProperties': { '^[A-Za-z]+$': {} } } },
    { title: 'it is in the syntax of ECMA-262', skill: input({ code: { ...text, pattern: '^\\p{L}[\\w.-]+\\/$' } }) },
  ],
  'choices-helper': [
    { title: 'it is not a skill of the SkillSet', skill: input({ city: { ...text, 'x-choices': 'list_cities' } }), at: `${at('city')}/x-choices` },
    { title: 'it is not read-only', skill: input({ city: { ...text, 'x-choices': 'list_cities' } }), document: { skills: [{ slug: 'list_cities', riskLevel: 'writes' }] }, at: `${at('city')}/x-choices` },
    { title: 'it returns no options', skill: input({ city: { ...text, 'x-choices': 'list_cities' } }), document: { skills: [{ slug: 'list_cities', riskLevel: 'read-only', ...output({ cities: { type: 'array' } }) }] }, at: `${at('city')}/x-choices` },
    { title: 'it lists options for free', skill: input({ city: { ...text, 'x-choices': 'list_cities' } }), document: { skills: [{ slug: 'list_cities', riskLevel: 'read-only', ...output({ options: { type: 'array' } }) }] } },
  ],
  'numeric-bounds': [
    { title: 'there are none', skill: input({ timeout_seconds: { type: 'integer', description: 'A' } }), at: at('timeout_seconds') },
    { title: 'the largest is missing', skill: input({ count: { type: 'integer', minimum: 1, description: 'A' } }), at: at('count') },
    { title: 'the description gives them', skill: input({ count: { type: 'integer', description: 'How many, between 1 and 1,000' } }), at: at('count'), fixed: { [`${at('count')}/minimum`]: 1, [`${at('count')}/maximum`]: 1000 } },
    { title: 'the globe gives them', skill: input({ latitude: { type: 'number', description: 'A' } }), at: at('latitude'), fixed: { [`${at('latitude')}/minimum`]: -90, [`${at('latitude')}/maximum`]: 90 } },
    { title: 'a field map has them', skill: map({ count: { type: 'integer', description: 'From 1 to 9.' } }), at: '/parameters/count', fixed: { '/parameters/count/min': 1, '/parameters/count/max': 9 } },
    { title: 'the default is out of the described range', skill: input({ count: { type: 'integer', default: 0, description: 'Between 1 and 9' } }), at: at('count') },
    { title: 'there are both', skill: input({ count: { type: 'integer', minimum: 1, exclusiveMaximum: 9, description: 'A' } }) },
    { title: 'the numbers are listed', skill: input({ size: { type: 'integer', enum: [1, 2], description: 'A' } }) },
  ],
  'described': [
    { title: 'there is no description', skill: input({ city: { type: 'string' } }), at: at('city') },
    { title: 'it only repeats the name', skill: input({ home_city: { type: 'string', description: 'The home city.' } }), at: at('home_city') },
    { title: 'a field inside an item has none', skill: input({ rows: { type: 'array', description: 'What to add, line by line.', items: { type: 'object', properties: { a: { type: 'string' } } } } }), at: `${at('rows')}/items/properties/a` },
    { title: 'it says something', skill: input({ city: { type: 'string', description: 'Where to look, in English.' } }) },
    { title: 'the referenced schema declares it', skill: input({ city: { $ref: '#/$defs/city' } }, { $defs: { city: text } }) },
    { title: 'it is a constant', skill: input({ kind: { const: 'person' } }) },
  ],
  'shown-format': [
    { title: 'a pattern stands alone', skill: input({ code: { type: 'string', pattern: '^[A-Z]{3}$', description: 'A currency.' } }), at: at('code') },
    { title: 'an example of the skill can be shown', skill: { ...input({ code: { type: 'string', pattern: '^[A-Z]{3}$', description: 'A currency.' } }), examples: [{ title: 'A', input: { code: 'EUR' } }] }, at: at('code'), fixed: { [`${at('code')}/examples`]: ['EUR'] } },
    { title: 'so in a field map', skill: { ...map({ when: { type: 'string', description: 'A day in ISO 8601' } }), examples: [{ title: 'A', input: { when: '2026-01-31' } }] }, at: '/parameters/when', fixed: { '/parameters/when/description': 'A day in ISO 8601. Example: 2026-01-31' } },
    { title: 'the description shows one', skill: input({ code: { type: 'string', pattern: '^[A-Z]{3}$', description: 'A currency, e.g. EUR.' } }) },
  ],
  'closed-input': [
    { title: 'it is open', skill: input({ a: text }, { additionalProperties: true }), at: '/parameters' },
    { title: 'it has no keyword', skill: { parameters: { type: 'object', properties: { a: text }, required: [] } }, at: '/parameters', fixed: { '/parameters/additionalProperties': false } },
    { title: 'an object inside has no keyword', skill: input({ a: { type: 'object', description: 'A', properties: { b: text }, required: [] } }), at: at('a'), fixed: { [`${at('a')}/additionalProperties`]: false } },
    { title: 'an example contains something else', skill: { parameters: { type: 'object', properties: { a: text }, required: [] }, examples: [{ title: 'A', input: { b: 1 } }] }, at: '/parameters' },
    { title: 'the fields come from several schemas', skill: { parameters: { type: 'object', properties: { a: text }, required: [], allOf: [{ properties: { b: text } }] } }, at: '/parameters' },
    { title: 'it is a dictionary', skill: input({ a: text }, { additionalProperties: { type: 'string' } }) },
    { title: 'it is a field map', skill: map({ a: text }) },
  ],
  'absence-explained': [
    { title: 'nothing is described', skill: input({ note: { type: 'string', description: 'A remark, optional.' } }), at: at('note') },
    { title: 'the code takes another value', skill: { ...input({ limit: { type: 'integer', minimum: 1, maximum: 9, description: 'How many.' } }), definition: code('return { message: String(parameters.limit ?? 5) }') }, at: at('limit'), fixed: { [`${at('limit')}/default`]: 5 } },
    { title: 'the code names it while it takes the input apart', skill: { ...map({ mode: { type: 'string', description: 'How.' } }), definition: code("const { mode = 'fast' } = parameters\n  return { message: mode }") }, at: '/parameters/mode', fixed: { '/parameters/mode/default': 'fast' } },
    { title: 'the default in the code is not allowed', skill: { ...input({ limit: { type: 'integer', minimum: 1, maximum: 9, description: 'How many.' } }), definition: code('return { message: String(parameters.limit ?? 50) }') }, at: at('limit') },
    { title: 'it has a default', skill: input({ note: { type: 'string', description: 'A remark.', default: '' } }) },
    { title: 'the description says it', skill: input({ note: { type: 'string', description: 'A remark; if omitted, there is none.' } }) },
    { title: 'it is required', skill: input({ note: { type: 'string', description: 'A remark.' } }, { required: ['note'] }) },
  ],
  'explicit-required': [
    { title: 'the input does not say', skill: { parameters: { type: 'object', properties: { a: text }, additionalProperties: false } }, at: '/parameters', fixed: { '/parameters/required': [] } },
    { title: 'the output does not say', skill: { response: { type: 'object', properties: { a: text }, additionalProperties: false } }, at: '/response' },
    { title: 'it declares that none are', skill: input({ a: text }) },
    { title: 'a field map says it field by field', skill: map({ a: text }) },
    { title: 'a field map promises nothing', skill: { response: { a: text, b: text } }, at: '/response' },
    { title: 'a field map promises something', skill: { response: { a: { ...text, required: true }, b: text } } },
  ],
  'prompt-states-when': [
    { title: 'it is a list of letters', skill: { prompt: 'x x x x x x x x x x x x x x x x x x x x x' }, at: '/prompt' },
    { title: 'it only names what there is', skill: { prompt: 'The weather of a city, with the temperature and the wind.' }, at: '/prompt' },
    { title: 'it states when', skill: { prompt: 'Use it when someone asks about the weather of a city.' } },
    { title: 'it is written in another language', skill: { prompt: 'Das aktuelle Wetter einer Stadt, mit Temperatur und Wind.' } },
  ],
  'prompt-in-plain-words': [
    { title: 'it contains a reference', skill: { prompt: 'Use it to read the file at $steps.list.path.' }, at: '/prompt' },
    { title: 'it names a protocol', skill: { prompt: 'Use it when you call the server by JSON-RPC.' }, at: '/prompt' },
    { title: 'it contains a price', skill: { prompt: 'Use it to find flights under $500.' } },
  ],
  'strict-output': [
    { title: 'it has no keyword', skill: { response: { type: 'object', properties: { a: text }, required: [] } }, at: '/response', fixed: { '/response/additionalProperties': false } },
    { title: 'a message comes along, which is always allowed', skill: { response: { type: 'object', properties: { a: text }, required: [] }, examples: [{ title: 'A', input: {}, output: { message: 'Hi' } }] }, at: '/response', fixed: { '/response/additionalProperties': false } },
    { title: 'an example returns something else', skill: { response: { type: 'object', properties: { a: text }, required: [] }, examples: [{ title: 'A', input: {}, output: { b: 1 } }] }, at: '/response' },
    { title: 'it is closed', skill: output({ a: text }) },
  ],
  'declared-stream': [
    { title: 'the code emits parts without one', skill: { definition: code('context.emit({ n: 1 })') }, at: '/definition' },
    { title: 'so in Python', skill: { runtime: 'python', definition: 'def main(args):\n    runtime.emit(1)' }, at: '/definition' },
    { title: 'the parts are declared', skill: { stream: { type: 'object' }, definition: code('context.emit({ n: 1 })') } },
    { title: 'another emitter emits', skill: { definition: code('events.emit(1)') } },
  ],
  'canonical-names': [
    {
      title: 'a search has a name of its own',
      skill: {
        ...input({ before: text, q: { ...text, default: 'a' }, after: text }, { required: ['q', 'after'], default: { q: 'b' } }),
        examples: [{ title: 'A', input: { q: 'c' } }],
        buttons: [{ label: 'More', payload: '{"q":"d"}' }, { label: 'Other', payload: 'q' }],
        definition: code('return { message: parameters.q }'),
      },
      at: at('q'),
      fixed: {
        '/parameters/properties': { before: text, query: { ...text, default: 'a' }, after: text },
        '/parameters/required': ['query', 'after'],
        '/parameters/default': { query: 'b' },
        '/examples/0/input': { query: 'c' },
        '/buttons/0/payload': '{"query":"d"}',
        '/buttons/1/payload': 'q',
        '/definition': code('return { message: parameters.query }'),
      },
    },
    { title: 'the code takes the input apart', skill: { ...map({ file_path: { ...text, required: true } }), definition: 'export default async ({ parameters: { file_path, ...rest } }) => ({ message: file_path })', examples: [{ title: 'A', input: { file_path: 'a' } }] }, at: '/parameters/file_path', fixed: { '/parameters/path': { ...text, required: true }, '/definition': 'export default async ({ parameters: { path: file_path, ...rest } }) => ({ message: file_path })' } },
    { title: 'Python reads it', skill: { ...map({ q: text }), runtime: 'python', definition: 'def main(args):\n    return {"message": args.get("q", "")}\n' }, at: '/parameters/q', fixed: { '/definition': 'def main(args):\n    return {"message": args.get("query", "")}\n' } },
    { title: 'the code reads it dynamically', skill: { ...map({ q: text }), definition: code('const all = parameters\n  return { message: all.q }') }, at: '/parameters/q' },
    { title: 'the code returns it', skill: { ...output({ results: { type: 'array' } }), definition: code('return { results: [] }') }, at: '/response/properties/results' },
    { title: 'nothing returns it yet', skill: { ...output({ results: { type: 'array' } }, { required: ['results'] }), definition: '' , examples: [{ title: 'A', input: {}, output: { results: [] } }] }, at: '/response/properties/results', fixed: { '/response/properties': { items: { type: 'array' } }, '/response/required': ['items'], '/examples/0/output': { items: [] } } },
    { title: 'an example holds both names', skill: { ...input({ q: text }), examples: [{ title: 'A', input: { q: 'a', query: 'b' } }] }, at: at('q') },
    { title: 'the right name is there too', skill: input({ q: text, query: text }) },
    { title: 'the name means something else here', skill: input({ q: { type: 'number', minimum: 0, maximum: 1, default: 0, description: 'The quotient.' } }) },
    { title: 'the names are right', skill: input({ path: text, query: text, fromPath: text, toPath: text }) },
  ],
  'model-field-names': [
    { title: 'a name has a sign', skill: input({ $top: text }), at: at('$top') },
    { title: 'a name has a space', skill: input({ 'a b': text }), at: at('a b') },
    { title: 'a name has another letter', skill: input({ größe: text }), at: at('größe') },
    { title: 'a name is too long', skill: input({ ['x'.repeat(65)]: text }), at: at('x'.repeat(65)) },
    { title: 'all names are accepted', skill: input({ 'content-type': text, a_b: text }) },
  ],
  'pattern-beside-mode': [
    { title: 'a pattern stands alone', skill: input({ pattern: text }), at: at('pattern') },
    { title: 'the description states which', skill: input({ pattern: { ...text, description: 'A regular expression; everything when left out, e.g. "a+".' } }), at: at('pattern'), fixed: { '/parameters/properties/regex': { ...text, description: 'A regular expression; everything when left out, e.g. "a+".' } } },
    { title: 'there is a mode', skill: input({ pattern: text, mode: { enum: ['plain', 'regex'], default: 'plain', description: 'Which kind.' } }) },
  ],
  'one-time-convention': [
    { title: 'two are mixed', skill: output({ mtimeMs: { type: 'integer' }, created_at: { type: 'string', format: 'date-time' } }), at: '/response/properties/created_at' },
    { title: 'input and output differ', skill: { ...input({ since: { type: 'integer', minimum: 0, maximum: 9, default: 0, description: 'In seconds since 1970.' } }), ...output({ updatedAtMs: { type: 'integer' } }) }, at: at('since') },
    { title: 'there is one', skill: output({ created_at: { type: 'string', format: 'date-time' }, updated_at: { type: 'string', format: 'date-time' } }) },
    { title: 'the other is a duration, a day or a count', skill: output({ created_at: { type: 'string', format: 'date-time' }, timeoutMs: { type: 'integer' }, day: { type: 'string', format: 'date' }, flat: { type: 'integer' } }) },
  ],
  'no-ok': [
    { title: 'there is one', skill: { ...output({ ok: { type: 'boolean' }, a: text }, { required: ['ok', 'a'] }), examples: [{ title: 'A', input: {}, output: { ok: true, a: 'x' } }] }, at: '/response/properties/ok', fixed: { '/response/properties': { a: text }, '/response/required': ['a'], '/examples/0/output': { a: 'x' } } },
    { title: 'the code returns it', skill: { ...output({ ok: { type: 'boolean' } }), definition: code('return { ok: true }') }, at: '/response/properties/ok' },
    { title: 'it is an input', skill: input({ ok: { type: 'boolean', default: true, description: 'Whether to go on.' } }) },
  ],
  'no-nested-result': [
    { title: 'a result lies in a result', skill: output({ result: { type: 'object', required: [], additionalProperties: false, properties: { result: text } } }), at: '/response/properties/result/properties/result' },
    { title: 'data lies in a result, in a field map it cannot', skill: output({ result: { type: 'object', required: [], additionalProperties: false, properties: { data: text } } }), at: '/response/properties/result/properties/data' },
    { title: 'a result is data', skill: output({ result: { type: 'number' } }) },
  ],
  'guarded-writes': [
    { title: 'it says that it writes', skill: { ...input({ a: text }), riskLevel: 'writes', sideEffects: ['Writes a note.'] }, at: '/parameters' },
    { title: 'its name shows it', skill: { ...input({ a: text }), slug: 'update_note', riskLevel: undefined as never }, at: '/parameters' },
    { title: 'its tools show it', skill: { ...input({ a: text }), riskLevel: undefined as never }, document: { permissions: { tools: ['vault.writeFile'] } }, at: '/parameters' },
    { title: 'the code reads the guard', skill: { ...input({ a: text }), riskLevel: 'writes', sideEffects: ['Writes.'], definition: code('return { message: parameters.expectedEtag }') }, at: '/parameters', fixed: { '/parameters/properties/expectedEtag/type': 'string' } },
    { title: 'it takes one', skill: { ...input({ ifNotExists: { type: 'boolean', default: true, description: 'Only if there is none.' } }), riskLevel: 'writes', sideEffects: ['Writes.'] } },
    { title: 'it only reads, whatever it is called', skill: { ...input({ a: text }), slug: 'update_estimate', riskLevel: 'read-only' } },
  ],
  'chainable-writes': [
    { title: 'a path comes back alone', skill: { ...output({ path: text }), riskLevel: 'writes', sideEffects: ['Writes.'] }, document: { permissions: { tools: ['vault.createFile'] } }, at: '/response' },
    { title: 'the etag comes along', skill: { ...output({ path: text, etag: text }), riskLevel: 'writes', sideEffects: ['Writes.'] }, document: { permissions: { tools: ['vault.createFile'] } } },
    { title: 'it is a path of something else', skill: { ...output({ path: text }), riskLevel: 'writes', sideEffects: ['Writes.'] } },
    { title: 'it only reads', skill: output({ path: text }), document: { permissions: { tools: ['vault.writeFile'] } } },
  ],
  'executor-sets-request-id': [
    { title: 'it is required', skill: input({ requestId: text }, { required: ['requestId'] }), at: at('requestId'), fixed: { '/parameters/required': [] } },
    { title: 'so in a field map', skill: map({ request_id: { ...text, required: true } }), at: '/parameters/request_id', fixed: { '/parameters/request_id': text } },
    { title: 'it may come along', skill: input({ requestId: text }) },
    { title: 'it is of something that was asked for', skill: input({ pullRequestId: text }, { required: ['pullRequestId'] }) },
  ],
  'relative-paths': [
    { title: 'a default begins at the root', skill: input({ path: { ...text, default: '/Notes/A.md' } }), document: { permissions: { tools: ['vault.readFile'] } }, at: `${at('path')}/default`, fixed: { [`${at('path')}/default`]: 'Notes/A.md' } },
    { title: 'an example is of Windows', skill: { ...input({ path: text }), examples: [{ title: 'A', input: { path: 'Notes\\A.md' } }] }, document: { permissions: { vault: ['read:Notes/**'] } }, at: '/examples/0/input/path', fixed: { '/examples/0/input/path': 'Notes/A.md' } },
    { title: 'an example is an address', skill: { ...input({ path: text }), examples: [{ title: 'A', input: { path: 'file:///home/a.md' } }] }, document: { permissions: { tools: ['vault.readFile'] } }, at: '/examples/0/input/path' },
    { title: 'it is relative', skill: { ...input({ path: text }), examples: [{ title: 'A', input: { path: 'Notes/A.md' } }] }, document: { permissions: { tools: ['vault.readFile'] } } },
    { title: 'it is the path of an address', skill: { ...input({ path: text }), examples: [{ title: 'A', input: { path: '/v1/orders' } }] }, document: { permissions: { network: ['api.example.com'] } } },
  ],
  'standard-error-codes': [
    { title: 'a code is of its own', skill: { definition: code("throw Object.assign(new Error('Gone.'), { code: 'FILE_NOT_FOUND' })") }, at: '/definition', fixed: { '/definition': code("throw Object.assign(new Error('Gone.'), { code: 'NOT_FOUND' })") } },
    { title: 'so in Python', skill: { runtime: 'python', definition: 'def main(args):\n    error = ValueError("Stale")\n    error.code = "ETAG_MISMATCH"\n    raise error\n' }, at: '/definition', fixed: { '/definition': 'def main(args):\n    error = ValueError("Stale")\n    error.code = "CONFLICT"\n    raise error\n' } },
    { title: 'the code is known', skill: { definition: code("throw Object.assign(new Error('Gone.'), { code: 'NOT_FOUND' })") } },
    { title: 'it is a code of something else', skill: { definition: code("if (!parameters) throw new Error('No.')\n  return { message: 'a', code: 'EUR' }") } },
    { title: 'nothing is thrown', skill: { definition: code("return { message: 'a', code: 'FILE_NOT_FOUND' }") } },
  ],
  'risk-level': [
    { title: 'it is absent', skill: { riskLevel: undefined as never }, at: '/riskLevel', fixed: { '/riskLevel': 'read-only' } },
    { title: 'the vault is open for writing', skill: { riskLevel: undefined as never }, document: { permissions: { vault: ['write:Notes/**'] } }, at: '/riskLevel', fixed: { '/riskLevel': 'writes' } },
    { title: 'by its name it writes', skill: { riskLevel: undefined as never, slug: 'delete_note' }, at: '/riskLevel' },
    { title: 'it is there', skill: { riskLevel: 'read-only' } },
  ],
  'side-effects': [
    { title: 'they are absent', skill: { sideEffects: undefined as never }, at: '/sideEffects', fixed: { '/sideEffects': [] } },
    { title: 'a writing skill names none', skill: { ...input({ ifNotExists: { type: 'boolean', default: true, description: 'Only if there is none.' } }), riskLevel: 'writes', sideEffects: [] }, at: '/sideEffects' },
    { title: 'there are none', skill: { sideEffects: [] } },
  ],
  'availability': [
    { title: 'it is absent', skill: { availability: undefined as never }, at: '/availability', fixed: { '/availability': 'Always. It has no external dependencies.' } },
    { title: 'something has to be there', skill: { availability: undefined as never }, document: { permissions: { network: ['api.example.com'] } }, at: '/availability' },
    { title: 'it is there', skill: { availability: 'When the shop is open.' } },
  ],
}
