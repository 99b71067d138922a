// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject, JsonSchema } from '../../json/json.ts'
import { checkPlan } from '../check-plan.ts'
import type { PlanTool } from '../plan-tool.ts'

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
    mostMs: 40_000,
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

/** What is said of the last of some steps. */
function said(steps: Step[], more: JsonObject = {}): string[] {
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
  // biome-ignore format: a table reads in rows
  test.each<[string, Step[], string[]]>([
    ['text for text',           [read, slug('$steps.read.content')], []],
    ['a number for text',       [read, slug('$steps.bullets.count'), bullets].toReversed(), []],
    ['a number into text',      [bullets, slug('$steps.bullets.count')], ['note args/title: $steps.bullets.count gives a number, and “title” takes text: it is changed into that']],
    ['a list for text',         [bullets, slug('$steps.bullets.items')], ['error args/title: $steps.bullets.items gives a list, and “title” takes text']],
    ['an object for text',      [bullets, slug('$steps.bullets')], ['error args/title: $steps.bullets gives an object, and “title” takes text']],
    ['text for a number',       [read, slug('x', { args: { title: 'x', maxLength: '$steps.read.content' } })], ['warning args/maxLength: $steps.read.content gives text, and “maxLength” takes a number: only what reads as that will do, and "" does not']],
    ['0 or more for 1 or more', [bullets, slug('x', { args: { title: 'x', maxLength: '$steps.bullets.count' } })], ['warning args/maxLength: $steps.bullets.count may give 0, and “maxLength” must be 1 or more']],
    ['what is not there',       [read, slug('$steps.read.contents')], ['error args/title: $steps.read.contents leads nowhere: there is no “contents”; there is path, content, etag and mtimeMs']],
    ['too deep',                [read, slug('$steps.read.content.text')], ['error args/title: $steps.read.content.text leads nowhere: there is no “text” in text']],
    ['what may be absent, where it is needed',     [read, slug('$steps.read.etag')], ['warning args/title: $steps.read.etag may not be there, and is needed here']],
    ['what may be absent, where it is not needed', [read, { tool: 'vault.createFile', args: { path: 'b.md', content: '', expectedEtag: '$steps.read.etag' } }], []],
    ['the first of a list',     [bullets, slug('$steps.bullets.items[0].text')], ['warning args/title: $steps.bullets.items[0].text may not be there, and is needed here']],
    ['the first of at least one', [{ id: 'top', tool: 'a.b.top' }, slug('$steps.top.paths[0]')], []],
    ['beyond a short list',     [{ id: 'top', tool: 'a.b.top' }, slug('$steps.top.paths[5]')], ['error args/title: $steps.top.paths[5] leads nowhere: there is no “[5]” in a list']],
    ['one of two branches',     [{ id: 'e', tool: 'a.b.either', args: { kind: 'text', text: 'x' } }, slug('$steps.e.hit')], ['warning args/title: $steps.e.hit may not be there, and is needed here']],
    ['what nobody promises',    [{ id: 'any', tool: 'a.b.any' }, slug('$steps.any.name')], ['warning args/title: $steps.any.name is promised by nobody: it may be anything, or not be there', 'warning args/title: $steps.any.name may give {}, and “title” must be text']],
    ['one text for a list',     [read, { tool: 'a.b.join', args: { lines: '$steps.read.path' } }], ['note args/lines: $steps.read.path gives text, and “lines” takes a list: it is changed into that']],
    ['a list of objects for one of texts', [{ id: 'l', tool: 'a.b.any' }, slugs, { tool: 'a.b.join', args: { lines: '$steps.slugs' } }], ['error args/lines: $steps.slugs gives [{"slug":"a"}], for example, and “lines” refuses it: 0 must be text']],
    ['a captured output',       [{ ...read, captureAs: 'note' }, slug('$vars.note.content')], []],
    ['of a step that needs one that may be skipped', [{ ...read, onError: 'skip' }, { id: 'b', tool: 'util.bullets', args: { text: '$steps.read.content' } }, slug('no. ${$steps.b.count}')], ['warning args/title: $steps.b.count may not be there, and is needed here']],
    ['of a step that may be skipped', [{ ...read, onError: 'skip' }, slug('$steps.read.content')], ['warning args/title: $steps.read.content may not be there, and is needed here']],
  ])('%s', (_, steps, expected) => {
    expect(said(steps)).toEqual(expected)
  })
})

describe('within a text', () => {
  // biome-ignore format: a table reads in rows
  test.each<[string, Step[], string[]]>([
    ['text and numbers', [bullets, read, slug('${$steps.bullets.count} in ${$steps.read.path}')], []],
    ['a list',           [bullets, slug('all: ${$steps.bullets.items}')], ['error args/title: $steps.bullets.items gives a list, which has no place within a text']],
    ['what may be absent', [read, slug('tag ${$steps.read.etag}')], ['warning args/title: $steps.read.etag may not be there, and is needed here']],
    ['where a number is asked for', [bullets, slug('x', { args: { title: 'x', maxLength: 'no. ${$steps.bullets.count}' } })], ['error args/maxLength: this text gives text, and “maxLength” takes a number']],
    ['where one of a few words is asked for', [read, { tool: 'vault.createFile', args: { path: 'a', content: '', mode: 'create ${$steps.read.path}' } }], ['error args/mode: this text gives "create ", for example, and “mode” must be one of "create", "replace"']],
  ])('%s', (_, steps, expected) => {
    expect(said(steps)).toEqual(expected)
  })
})

describe('a foreach', () => {
  // biome-ignore format: a table reads in rows
  test.each<[string, Step[], string[]]>([
    ['over a list',              [bullets, slugs], []],
    ['over text',                [read, { ...slugs, foreach: { from: '$steps.read.content', itemName: 'x' }, args: { title: 'x' } }], ['error foreach/from: $steps.read.content gives text, and “foreach” takes a list']],
    ['over words',               [{ ...slugs, foreach: { from: 'words', itemName: 'x' }, args: { title: 'x' } }], ['error foreach/from: a foreach goes through a list, or a reference to one']],
    ['over a list of its own',   [slug('$word', { foreach: { from: ['a', 'b'], itemName: 'word' } })], []],
    ['over numbers of its own',  [slug('$n', { foreach: { from: [1, 2], itemName: 'n' } })], ['note args/title: $n gives a number, and “title” takes text: it is changed into that']],
    ['with a field items have not', [bullets, { ...slugs, args: { title: '$bullet.title' } }], ['error args/title: $bullet.title leads nowhere: there is no “title”; there is text and depth']],
    ['with its place',           [bullets, slug('no. ${$n}: ${$bullet.text}', { foreach: { from: '$steps.bullets.items', itemName: 'bullet', indexName: 'n' } })], []],
    ['with what another made of the same list', [bullets, slugs, slug('$steps.slugs[$index].slug', { foreach: { from: '$steps.bullets.items', itemName: 'x' } })], []],
    ['over what another made',   [bullets, slugs, slug('$made.slug', { foreach: { from: '$steps.slugs', itemName: 'made' } })], []],
    ['with what another made of another list', [bullets, slugs, slug('$steps.slugs[$index].slug', { foreach: { from: ['a'], itemName: 'x' } })], ['warning args/title: $steps.slugs[$index].slug may not be there, and is needed here']],
    ['over what may have holes', [bullets, { ...slugs, onError: 'skip' }, slug('$made.slug', { foreach: { from: '$steps.slugs', itemName: 'made' } })], ['warning args/title: $made.slug may not be there, and is needed here']],
    ['over too much',            [slug('x', { foreach: { from: Array.from({ length: 1_001 }, () => 0), itemName: 'x' } })], ['error foreach/from: a foreach goes through at most 1,000 items']],
  ])('%s', (_, steps, expected) => {
    expect(said(steps)).toEqual(expected)
  })
})

describe('what is written', () => {
  // biome-ignore format: a table reads in rows
  test.each<[string, Step[], string[]]>([
    ['a missing argument',   [{ tool: 'vault.createFile', args: { path: 'a.md' } }], ['error args/content: is required']],
    ['an unknown argument',  [slug('x', { args: { title: 'x', length: 3 } })], ['error args/length: is not a known field']],
    ['an unknown argument with a reference', [read, slug('x', { args: { title: 'x', length: '$steps.read.path' } })], ['error args/length: is not a known field']],
    ['a wrong kind',         [slug(['x'])], ['error args/title: must be text']],
    ['a number for text',    [slug(5)], ['note args/title: 5 becomes "5"']],
    ['a dollar sign',        [slug('$$5')], []],
    ['no choice of the list', [{ tool: 'vault.createFile', args: { path: 'a', content: '', mode: 'x' } }], ['error args/mode: must be one of "create", "replace"']],
    ['the id of a request',  [slug('x', { args: { title: 'x', requestId: '1' } })], ['error args/requestId: requestId is set by whatever runs the plan']],
    ['a branch by its kind', [read, { tool: 'a.b.either', args: { kind: 'file', path: '$steps.read.path' } }], []],
    ['a kind without what it needs', [read, { tool: 'a.b.either', args: { kind: 'text', path: '$steps.read.path' } }], ['error args/text: is required (when kind is "text")']],
  ])('%s', (_, steps, expected) => {
    expect(said(steps)).toEqual(expected)
  })

  // biome-ignore format: a table reads in rows
  test.each<[string, string[]]>([
    ['a/b.md', []],
    ['../b.md', ['error args/path: the path must not contain “..”']],
    ['/b.md', ['error args/path: the path must not begin with “/”: it is relative to the vault']],
    ['x/../${$steps.read.path}', ['error args/path: the path must not contain “..”']],
    ['x/${$steps.read.path}.md', ['note args/path: the path is only known at run time and is checked then']],
  ])('the path %s', (path, expected) => {
    expect(said([read, { tool: 'vault.readFile', args: { path } }])).toEqual(expected)
  })
})

test('a kind that is only known while it runs may not go with the rest', () => {
  const either: Step = {
    tool: 'a.b.either',
    args: { kind: '$item', path: 'a.md' },
    foreach: { from: ['file', 'text'], itemName: 'x' },
  }
  expect(said([either])).toEqual([
    'warning args/text: what it refers to may not go with the rest: is required (when kind is "text")',
  ])
})

describe('the outputs of a plan', () => {
  test('may be whatever there is', () => {
    expect(
      said([bullets], { outputs: { all: '$steps.bullets', text: 'found ${$steps.bullets.count}' } }),
    ).toEqual([])
  })

  test('may not be what is not', () => {
    expect(
      said([bullets], { outputs: { all: '$steps.bullets.none', text: '${$steps.bullets.items}' } }),
    ).toEqual([
      'error /outputs/all: $steps.bullets.none leads nowhere: there is no “none”; there is items and count',
      'error /outputs/text: $steps.bullets.items gives a list, which has no place within a text',
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
    ).price.words

  // biome-ignore format: a table reads in rows
  test.each<[string, Step[]]>([
    ['free', [read]],
    ['0.01 USDC', [{ ...join([]), foreach: undefined }]],
    ['0.03 USDC', [join([1, 2, 3])]],
    ['0.01 to 0.05 USDC', [{ id: 'top', tool: 'a.b.top' }, join('$steps.top.paths')]],
    ['0.01 USDC for each item of “j”', [bullets, join('$steps.bullets.items')]],
    ['free', [join([])]],
  ])('is %s', (words, steps) => {
    expect(priceOf(steps)).toBe(words)
  })
})

test('says what each step is about to do, by itself', () => {
  const steps = [
    read,
    {
      id: 'c',
      tool: 'vault.createFile',
      args: { path: '$x.path', content: '' },
      foreach: { from: [{ path: 'a' }], itemName: 'x' },
    },
  ]
  const { previews } = checkPlan({ version: '1', goal: 'Try', riskLevel: 'read-only', steps }, catalog)
  expect(previews).toEqual({ read: 'Read a.md', c: 'Create $x.path, for each item of a list' })
})

// biome-ignore format: a table reads in rows
test.each<[string, string | undefined]>([
  ['Read a.md', undefined],
  ['Fetch what a.md holds', undefined],
  ['Reading a.md', 'begin with the verb as one tells somebody to do it: “Create”, not “Creating”'],
  ['The file a.md', 'begin with a verb: “Create …”, “Search …”'],
  ['Read the note', 'name what it is about: a.md'],
])('of the preview “%s” it says %s', (preview, message) => {
  const { issues, isRunnable } = checkPlan({ version: '1', goal: 'Try', riskLevel: 'read-only', steps: [{ ...read, preview }] }, catalog)
  expect(issues.map((issue) => issue.message)).toEqual(message ? [message] : [])
  expect(isRunnable).toBe(true)
})

test('a plan of 200 steps is checked before anybody notices', () => {
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
