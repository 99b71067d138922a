// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject, JsonSchema } from '../../json/json.ts'
import { checkPlan } from '../checks/check-plan.ts'
import type { PlanTool } from '../document/plan-tool.ts'

const text: JsonSchema = { type: 'string' }
const whole: JsonSchema = { type: 'integer' }
const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'array', items, ...more })
const strict = (required: string[], properties: JsonSchema): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

const tool = (
  name: string,
  inputSchema: JsonSchema,
  outputSchema: JsonSchema,
  more: Partial<PlanTool> = {},
): [string, PlanTool] => [
  name,
  {
    name,
    title: name,
    inputSchema,
    outputSchema,
    riskLevel: 'read-only',
    sideEffects: [],
    priceMicros: 0n,
    maxMs: 40_000,
    kind: 'tool',
    ...more,
  },
]

const file = strict(['path', 'content'], { path: text, content: text, etag: text, mtimeMs: whole })
const catalog = new Map([
  tool('vault.readFile', strict(['path'], { path: text, maxBytes: { type: 'integer', minimum: 1 } }), file, {
    preview: 'Read {path}',
  }),
  tool(
    'vault.createFile',
    strict(['path', 'content'], {
      path: text,
      content: text,
      expectedEtag: text,
      mode: { enum: ['create', 'replace'], default: 'create' },
    }),
    strict(['path', 'created'], { path: text, created: { type: 'boolean' } }),
    { preview: 'Create {path}' },
  ),
  tool(
    'util.bullets',
    strict(['text'], { text }),
    strict(['items', 'count'], {
      items: list(strict(['text', 'depth'], { text, depth: whole })),
      count: { ...whole, minimum: 0 },
    }),
  ),
  tool(
    'util.slug',
    strict(['title'], { title: text, maxLength: { type: 'integer', minimum: 1 } }),
    strict(['slug'], { slug: text }),
  ),
  tool('a.b.join', strict(['lines'], { lines: list(text, { minItems: 1 }) }), strict(['text'], { text }), {
    priceMicros: 10_000n,
  }),
  tool(
    'a.b.either',
    {
      type: 'object',
      properties: { kind: { enum: ['file', 'text'] }, path: text, text },
      required: ['kind'],
      oneOf: [
        { properties: { kind: { const: 'file' } }, required: ['path'] },
        { properties: { kind: { const: 'text' } }, required: ['text'] },
      ],
    },
    { oneOf: [strict(['hit'], { hit: text }), strict(['miss'], { miss: whole })] },
  ),
  tool(
    'a.b.top',
    strict([], { limit: whole }),
    strict(['paths'], { paths: list(text, { maxItems: 5, minItems: 1 }) }),
  ),
  tool('a.b.any', {}, {}),
])

type Step = { id?: string; tool: string; args?: JsonObject; [more: string]: unknown }

const read: Step = { id: 'read', tool: 'vault.readFile', args: { path: 'a.md' } }
const bullets: Step = { id: 'bullets', tool: 'util.bullets', args: { text: 'x' } }
const slugs: Step = {
  id: 'slugs',
  tool: 'util.slug',
  args: { title: '$item.text' },
  foreach: { from: '$steps.bullets.items', itemName: 'bullet' },
}

/** Returns the issues of the last step. */
function issuesOfLastStep(steps: Step[], more: JsonObject = {}): string[] {
  const numbered = steps.map((step, index) => ({ id: `s${index}`, args: {}, ...step }))
  const { issues } = checkPlan(
    { version: '1', goal: 'Try', riskLevel: 'read-only', steps: numbered, ...more },
    catalog,
  )
  const last = `/steps/${steps.length - 1}`
  return issues
    .filter(
      ({ path, keyword }) => (path.startsWith(last) || path.startsWith('/outputs')) && keyword !== 'preview',
    )
    .map(({ severity, path, message }) => `${severity} ${path.replace(`${last}/`, '')}: ${message}`)
}

const slug = (title: Json, more: JsonObject = {}): Step => ({ tool: 'util.slug', args: { title }, ...more })

describe('one reference', () => {
  // biome-ignore format: table
  test.each<[string, Step[], string[]]>([
    ['text for text',           [read, slug('$steps.read.content')], []],
    ['a number for text',       [read, slug('$steps.bullets.count'), bullets].toReversed(), []],
    ['a number into text',      [bullets, slug('$steps.bullets.count')], ['note args/title: $steps.bullets.count is a number, but “title” must be text, so it will be converted']],
    ['a list for text',         [bullets, slug('$steps.bullets.items')], ['error args/title: $steps.bullets.items is a list, but “title” must be text']],
    ['an object for text',      [bullets, slug('$steps.bullets')], ['error args/title: $steps.bullets is an object, but “title” must be text']],
    ['text for a number',       [read, slug('x', { args: { title: 'x', maxLength: '$steps.read.content' } })], ['warning args/maxLength: $steps.read.content is text, but “maxLength” must be a number: not every value can be converted, for example ""']],
    ['0 or more for 1 or more', [bullets, slug('x', { args: { title: 'x', maxLength: '$steps.bullets.count' } })], ['warning args/maxLength: $steps.bullets.count may be 0, but “maxLength” must be 1 or more']],
    ['a missing value',       [read, slug('$steps.read.contents')], ['error args/title: $steps.read.contents does not exist: there is no “contents”, only path, content, etag and mtimeMs']],
    ['too deep',                [read, slug('$steps.read.content.text')], ['error args/title: $steps.read.content.text does not exist: there is no “text” in text']],
    ['an optional value where it is required',     [read, slug('$steps.read.etag')], ['warning args/title: $steps.read.etag may be missing, but it is required here']],
    ['an optional value where it is not required', [read, { tool: 'vault.createFile', args: { path: 'b.md', content: '', expectedEtag: '$steps.read.etag' } }], []],
    ['the first of a list',     [bullets, slug('$steps.bullets.items[0].text')], ['warning args/title: $steps.bullets.items[0].text may be missing, but it is required here']],
    ['the first of at least one', [{ id: 'top', tool: 'a.b.top' }, slug('$steps.top.paths[0]')], []],
    ['beyond a short list',     [{ id: 'top', tool: 'a.b.top' }, slug('$steps.top.paths[5]')], ['error args/title: $steps.top.paths[5] does not exist: there is no “[5]” in a list']],
    ['one of two branches',     [{ id: 'e', tool: 'a.b.either', args: { kind: 'text', text: 'x' } }, slug('$steps.e.hit')], ['warning args/title: $steps.e.hit may be missing, but it is required here']],
    ['an undeclared value',    [{ id: 'any', tool: 'a.b.any' }, slug('$steps.any.name')], ['warning args/title: $steps.any.name is not declared by any output: it may have any value or be missing', 'warning args/title: $steps.any.name may be {}, but “title” must be text']],
    ['one text for a list',     [read, { tool: 'a.b.join', args: { lines: '$steps.read.path' } }], ['note args/lines: $steps.read.path is text, but “lines” must be a list, so it will be converted']],
    ['a list of objects for one of texts', [{ id: 'l', tool: 'a.b.any' }, slugs, { tool: 'a.b.join', args: { lines: '$steps.slugs' } }], ['error args/lines: $steps.slugs can be [{"slug":"a"}], but “lines” does not accept it: 0 must be text']],
    ['a captured output',       [{ ...read, captureAs: 'note' }, slug('$vars.note.content')], []],
    ['of a step that needs one that may be skipped', [{ ...read, onError: 'skip' }, { id: 'b', tool: 'util.bullets', args: { text: '$steps.read.content' } }, slug('no. ${$steps.b.count}')], ['warning args/title: $steps.b.count may be missing, but it is required here']],
    ['of a step that may be skipped', [{ ...read, onError: 'skip' }, slug('$steps.read.content')], ['warning args/title: $steps.read.content may be missing, but it is required here']],
  ])('%s', (_, steps, expected) => {
    expect(issuesOfLastStep(steps)).toEqual(expected)
  })
})

describe('within a text', () => {
  // biome-ignore format: table
  test.each<[string, Step[], string[]]>([
    ['text and numbers', [bullets, read, slug('${$steps.bullets.count} in ${$steps.read.path}')], []],
    ['a list',           [bullets, slug('all: ${$steps.bullets.items}')], ['error args/title: $steps.bullets.items is a list, which cannot be inserted into text']],
    ['an optional value', [read, slug('tag ${$steps.read.etag}')], ['warning args/title: $steps.read.etag may be missing, but it is required here']],
    ['where a number is asked for', [bullets, slug('x', { args: { title: 'x', maxLength: 'no. ${$steps.bullets.count}' } })], ['error args/maxLength: the result is text, but “maxLength” must be a number']],
    ['where one of a few words is asked for', [read, { tool: 'vault.createFile', args: { path: 'a', content: '', mode: 'create ${$steps.read.path}' } }], ['error args/mode: the result can be "create ", but “mode” must be one of "create", "replace"']],
  ])('%s', (_, steps, expected) => {
    expect(issuesOfLastStep(steps)).toEqual(expected)
  })
})

describe('a foreach', () => {
  // biome-ignore format: table
  test.each<[string, Step[], string[]]>([
    ['over a list',              [bullets, slugs], []],
    ['over text',                [read, { ...slugs, foreach: { from: '$steps.read.content', itemName: 'x' }, args: { title: 'x' } }], ['error foreach/from: $steps.read.content is text, but “foreach” must be a list']],
    ['over words',               [{ ...slugs, foreach: { from: 'words', itemName: 'x' }, args: { title: 'x' } }], ['error foreach/from: foreach needs a list or a reference to one']],
    ['over a list of its own',   [slug('$word', { foreach: { from: ['a', 'b'], itemName: 'word' } })], []],
    ['over numbers of its own',  [slug('$n', { foreach: { from: [1, 2], itemName: 'n' } })], ['note args/title: $n is a number, but “title” must be text, so it will be converted']],
    ['with a field items have not', [bullets, { ...slugs, args: { title: '$bullet.title' } }], ['error args/title: $bullet.title does not exist: there is no “title”, only text and depth']],
    ['with its place',           [bullets, slug('no. ${$n}: ${$bullet.text}', { foreach: { from: '$steps.bullets.items', itemName: 'bullet', indexName: 'n' } })], []],
    ['with what another made of the same list', [bullets, slugs, slug('$steps.slugs[$index].slug', { foreach: { from: '$steps.bullets.items', itemName: 'x' } })], []],
    ['over what another made',   [bullets, slugs, slug('$made.slug', { foreach: { from: '$steps.slugs', itemName: 'made' } })], []],
    ['with what another made of another list', [bullets, slugs, slug('$steps.slugs[$index].slug', { foreach: { from: ['a'], itemName: 'x' } })], ['warning args/title: $steps.slugs[$index].slug may be missing, but it is required here']],
    ['over what may have holes', [bullets, { ...slugs, onError: 'skip' }, slug('$made.slug', { foreach: { from: '$steps.slugs', itemName: 'made' } })], ['warning args/title: $made.slug may be missing, but it is required here']],
    ['over too much',            [slug('x', { foreach: { from: Array.from({ length: 1_001 }, () => 0), itemName: 'x' } })], ['error foreach/from: foreach can process at most 1,000 items']],
  ])('%s', (_, steps, expected) => {
    expect(issuesOfLastStep(steps)).toEqual(expected)
  })
})

describe('literal arguments', () => {
  // biome-ignore format: table
  test.each<[string, Step[], string[]]>([
    ['a missing argument',   [{ tool: 'vault.createFile', args: { path: 'a.md' } }], ['error args/content: is required']],
    ['an unknown argument',  [slug('x', { args: { title: 'x', length: 3 } })], ['error args/length: is not a known field']],
    ['an unknown argument with a reference', [read, slug('x', { args: { title: 'x', length: '$steps.read.path' } })], ['error args/length: is not a known field']],
    ['a wrong kind',         [slug(['x'])], ['error args/title: must be text']],
    ['a number for text',    [slug(5)], ['note args/title: 5 becomes "5"']],
    ['a dollar sign',        [slug('$$5')], []],
    ['no choice of the list', [{ tool: 'vault.createFile', args: { path: 'a', content: '', mode: 'x' } }], ['error args/mode: must be one of "create", "replace"']],
    ['the id of a request',  [slug('x', { args: { title: 'x', requestId: '1' } })], ['error args/requestId: requestId is set by the executor']],
    ['a branch by its kind', [read, { tool: 'a.b.either', args: { kind: 'file', path: '$steps.read.path' } }], []],
    ['a kind without what it needs', [read, { tool: 'a.b.either', args: { kind: 'text', path: '$steps.read.path' } }], ['error args/text: is required (when kind is "text")']],
  ])('%s', (_, steps, expected) => {
    expect(issuesOfLastStep(steps)).toEqual(expected)
  })

  // biome-ignore format: table
  test.each<[string, string[]]>([
    ['a/b.md', []],
    ['../b.md', ['error args/path: the path must not contain “..”']],
    ['/b.md', ['error args/path: the path must not start with “/”: paths are relative to the vault']],
    ['x/../${$steps.read.path}', ['error args/path: the path must not contain “..”']],
    ['x/${$steps.read.path}.md', ['note args/path: the path is only known at run time and is checked then']],
  ])('the path %s', (path, expected) => {
    expect(issuesOfLastStep([read, { tool: 'vault.readFile', args: { path } }])).toEqual(expected)
  })
})

test('a kind that is only known while it runs may not go with the rest', () => {
  const either: Step = {
    tool: 'a.b.either',
    args: { kind: '$item', path: 'a.md' },
    foreach: { from: ['file', 'text'], itemName: 'x' },
  }
  expect(issuesOfLastStep([either])).toEqual([
    'warning args/text: the referenced value may conflict with the other arguments: is required (when kind is "text")',
  ])
})

describe('the outputs of a plan', () => {
  test('may be whatever there is', () => {
    expect(
      issuesOfLastStep([bullets], {
        outputs: { all: '$steps.bullets', text: 'found ${$steps.bullets.count}' },
      }),
    ).toEqual([])
  })

  test('cannot contain unknown references', () => {
    expect(
      issuesOfLastStep([bullets], {
        outputs: { all: '$steps.bullets.none', text: '${$steps.bullets.items}' },
      }),
    ).toEqual([
      'error /outputs/all: $steps.bullets.none does not exist: there is no “none”, only items and count',
      'error /outputs/text: $steps.bullets.items is a list, which cannot be inserted into text',
    ])
  })
})

describe('the price', () => {
  const join = (from: Json): Step => ({
    id: 'j',
    tool: 'a.b.join',
    args: { lines: ['x'] },
    foreach: { from, itemName: 'x' },
  })
  const priceOf = (steps: Step[]) =>
    checkPlan(
      {
        version: '1',
        goal: 'Try',
        riskLevel: 'read-only',
        steps: steps.map((step) => ({ args: {}, ...step })),
      },
      catalog,
    ).price.label

  // biome-ignore format: table
  test.each<[string, Step[]]>([
    ['free', [read]],
    ['0.01 USDC', [{ ...join([]), foreach: undefined }]],
    ['0.03 USDC', [join([1, 2, 3])]],
    ['0.01 to 0.05 USDC', [{ id: 'top', tool: 'a.b.top' }, join('$steps.top.paths')]],
    ['0.01 USDC for each item of “j”', [bullets, join('$steps.bullets.items')]],
    ['free', [join([])]],
  ])('is %s', (label, steps) => {
    expect(priceOf(steps)).toBe(label)
  })
})

test('describes the action of each step', () => {
  const steps = [
    read,
    {
      id: 'c',
      tool: 'vault.createFile',
      args: { path: '$x.path', content: '' },
      foreach: { from: [{ path: 'a' }], itemName: 'x' },
    },
    { id: 'again', tool: 'vault.readFile', args: { path: 'Notes/${$steps.read.path}' } },
  ]
  const { previews } = checkPlan({ version: '1', goal: 'Try', riskLevel: 'read-only', steps }, catalog)
  expect(previews).toEqual({
    read: 'Read a.md',
    c: 'Create the “path” of “x”, for each item of a list',
    again: 'Read Notes/[the “path” of step “read”]',
  })
})

const PLAIN = 'describe it in plain words, without references, names of tools or protocols'

// biome-ignore format: table
test.each<[string, string | undefined]>([
  ['Read a.md', undefined],
  ['Read a.md and $steps.list.path', PLAIN],
  ['Call vault.readFile with a.md', PLAIN],
  ['Read a.md via JSON-RPC', PLAIN],
  ['Fetch what a.md holds', undefined],
  ['Reading a.md', 'use the imperative: “Create”, not “Creating”'],
  ['The file a.md', 'start with a verb: “Create …”, “Search …”'],
  ['Read the note', 'mention a.md'],
])('for the preview “%s” it advises %s', (preview, message) => {
  const { issues, isRunnable } = checkPlan({ version: '1', goal: 'Try', riskLevel: 'read-only', steps: [{ ...read, preview }] }, catalog)
  expect(issues.map((issue) => issue.message)).toEqual(message ? [message] : [])
  expect(isRunnable).toBe(true)
})

test('a plan of 200 steps is checked without noticeable delay', () => {
  const steps = Array.from({ length: 200 }, (_, index) =>
    index === 0
      ? read
      : {
          id: `s${index}`,
          tool: 'vault.createFile',
          args: {
            path: `n${index}.md`,
            content: `${index} \${$steps.${index === 1 ? 'read' : `s${index - 1}`}.path}`,
          },
        },
  )
  const began = process.cpuUsage()
  const checked = checkPlan({ version: '1', goal: 'Try', riskLevel: 'read-only', steps }, catalog)
  expect(checked.order.waves).toHaveLength(200)
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(4_000)
})
