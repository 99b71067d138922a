// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '../../../kernel/json/json.ts'
import type { PlanTool } from '../document/plan-tool.ts'
import { checkPlan } from './check-plan.ts'

const text: JsonSchema = { type: 'string' }
const strict = (required: string[], properties: JsonSchema): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

const tool = (name: string, more: Partial<PlanTool> = {}): [string, PlanTool] => [
  name,
  {
    name,
    title: name,
    inputSchema: strict(['path'], { path: text }),
    outputSchema: strict(['path', 'content'], { path: text, content: text }),
    riskLevel: 'read-only',
    sideEffects: [],
    priceMicros: 0n,
    maxMs: 40_000,
    kind: name.split('.').length > 2 ? 'skill' : 'tool',
    ...more,
  },
]

const catalog = new Map([
  tool('vault.readFile'),
  tool('vault.writeFile', {
    riskLevel: 'writes',
    inputSchema: strict(['path', 'content'], { path: text, content: text }),
  }),
  tool('acme.text.count', { version: '1.3.0', priceMicros: 50_000n }),
])

const read = { id: 'read', tool: 'vault.readFile', args: { path: 'a.md' }, preview: 'Read a.md' }
const plan = (steps: object[], more: object = {}) => ({
  version: '1',
  goal: 'Try it',
  riskLevel: 'read-only',
  steps,
  ...more,
})

const issuesOf = (document: unknown) =>
  checkPlan(document, catalog)
    .issues.filter(({ severity }) => severity === 'error')
    .map(({ path, message }) => `${path}: ${message}`)

test('a valid plan has no issue', () => {
  const write = {
    id: 'write',
    tool: 'vault.writeFile',
    args: { path: 'b.md', content: '$steps.read.content' },
    preview: 'Write b.md',
  }

  const checked = checkPlan(plan([read, write], { riskLevel: 'writes' }), catalog)

  expect(checked).toMatchObject({
    issues: [],
    isRunnable: true,
    riskLevel: 'writes',
    price: { minMicros: 0n, maxMicros: 0n, perItem: [], label: 'free' },
    order: { dependencies: { read: [], write: ['read'] }, waves: [['read'], ['write']] },
  })
})

describe('refuses an invalid plan', () => {
  test.each<[string, unknown, string]>([
    ['a text', 'plan', ': a plan must be a JSON object'],
    ['no steps', plan([]), '/steps: a plan must have 1 to 200 steps'],
    ['an unknown key', plan([read], { extra: 1 }), '/extra: “extra” is not a field of a plan'],
    [
      'an unknown key of a step',
      plan([{ ...read, when: 1 }]),
      '/steps/0/when: “when” is not a field of a plan',
    ],
    ['no goal', { ...plan([read]), goal: undefined }, '/goal: goal is required'],
    [
      'an id with a space',
      plan([{ ...read, id: 'read it' }]),
      '/steps/0/id: id must start with a letter, followed by letters, digits, _ or - (at most 64 characters)',
    ],
    [
      'eleven attempts',
      plan([{ ...read, retry: { maxAttempts: 11 } }]),
      '/steps/0/retry/maxAttempts: maxAttempts must be a whole number from 1 to 10',
    ],
    [
      'a longer pause than ten minutes',
      plan([{ ...read, retry: { maxAttempts: 2, backoffMs: 600_001 } }]),
      '/steps/0/retry/backoffMs: backoffMs must be a whole number from 0 to 600,000',
    ],
    [
      '201 steps',
      plan(Array.from({ length: 201 }, (_, index) => ({ ...read, id: `s${index}` }))),
      '/steps: a plan must have 1 to 200 steps',
    ],
    [
      'a million characters',
      plan([{ ...read, args: { path: 'a'.repeat(2 ** 20) } }]),
      ': a plan can have at most 1,048,576 characters of JSON',
    ],
  ])('the check refuses an invalid plan: %s', (_, document, issue) => {
    expect(issuesOf(document)).toContain(issue)
  })
})

describe('names the unresolvable reference', () => {
  test.each<[string, object[], string]>([
    ['two steps of one id', [read, read], '/steps/1/id: another step already has the ID “read”'],
    [
      'an unknown tool',
      [{ ...read, tool: 'vault.fly' }],
      '/steps/0/tool: there is no tool or skill “vault.fly”, or you do not have access to it',
    ],
    [
      'an unknown version',
      [{ ...read, tool: 'acme.text.count@^2' }],
      '/steps/0/tool: there is no tool or skill “acme.text.count@^2”, or you do not have access to it',
    ],
    ['a dependency', [{ ...read, dependsOn: ['gone'] }], '/steps/0/dependsOn/0: there is no step “gone”'],
    [
      'a step',
      [{ ...read, args: { path: '$steps.gone.path' } }],
      '/steps/0/args/path: $steps.gone.path: there is no step “gone”',
    ],
    [
      'itself',
      [{ ...read, args: { path: '$steps.read.path' } }],
      '/steps/0/args/path: $steps.read.path refers to the step itself',
    ],
    [
      'a variable',
      [{ ...read, args: { path: '$vars.x' } }],
      '/steps/0/args/path: $vars.x: no step captures its output as “x”',
    ],
    [
      'an item without foreach',
      [{ ...read, args: { path: '$item' } }],
      '/steps/0/args/path: $item: only a step with foreach has $item',
    ],
    [
      'another name',
      [{ ...read, args: { path: '$note.path' } }],
      '/steps/0/args/path: $note.path: unknown variable $note. For a literal dollar sign, write $$',
    ],
    [
      'the item of a foreach in its own list',
      [{ ...read, foreach: { from: '$item', itemName: 'x' } }],
      '/steps/0/foreach/from: $item: only a step with foreach has $item',
    ],
    [
      'an index of the wrong name',
      [{ ...read, foreach: { from: ['a'], itemName: 'x' }, args: { path: '$x[$i]' } }],
      '/steps/0/args/path: $x[$i]: unknown variable $i. For a literal dollar sign, write $$',
    ],
    [
      'half a reference',
      [{ ...read, args: { path: '$steps.a .b' } }],
      '/steps/0/args/path: “$steps.a .b” is not a valid reference: write $steps.read.content, or ${…} within text',
    ],
  ])('the check of a plan names the unresolvable reference: %s', (_, steps, issue) => {
    expect(issuesOf(plan(steps))).toContain(issue)
  })

  test(' two steps that capture the same name', () => {
    const other = { ...read, id: 'other', captureAs: 'note' }

    expect(issuesOf(plan([{ ...read, captureAs: 'note' }, other]))).toContain(
      '/steps/1/captureAs: another step already captures “note”',
    )
  })

  test(' a cycle, with its path', () => {
    const steps = [
      { ...read, id: 'a', args: { path: '$steps.c.path' } },
      { ...read, id: 'b', dependsOn: ['a'] },
      { ...read, id: 'c', args: { path: '$vars.bee' } },
    ]
    const [a, b, c] = steps

    expect(issuesOf(plan([a as object, { ...b, captureAs: 'bee' }, c as object]))).toContain(
      '/steps/0: “a” depends on “c”, which depends on “b”, which depends on “a”, so none of them can start',
    )
  })
})

test('a plan’s timeout above the tool’s limit is reported as ineffective and removed by one edit', () => {
  const [patient, hurried] = [
    { ...read, timeoutMs: 40_001 },
    { ...read, id: 'b', timeoutMs: 40_000 },
  ]

  const { issues, isRunnable } = checkPlan(plan([patient, hurried]), catalog)

  expect(isRunnable).toBe(true)
  expect(issues).toEqual([
    {
      severity: 'note',
      path: '/steps/0/timeoutMs',
      keyword: 'timeoutMs',
      message: 'a call of vault.readFile can take at most 40 s',
      stepId: 'read',
      fix: {
        title: 'Use 40,000',
        edits: [{ op: 'replace', path: '/steps/0/timeoutMs', value: 40_000 }],
      },
    },
  ])
})

test('a plan’s risk level below that of its steps is fixed by one edit', () => {
  const write = { ...read, tool: 'vault.writeFile', args: { path: 'a', content: 'b' } }

  const { issues, riskLevel } = checkPlan(plan([write]), catalog)

  expect(riskLevel).toBe('writes')
  expect(issues.find(({ keyword }) => keyword === 'riskLevel')?.fix?.edits).toEqual([
    { op: 'replace', path: '/riskLevel', value: 'writes' },
  ])
})

test('a plan may name a skill with a version or a range that includes its version', () => {
  for (const name of ['acme.text.count', 'acme.text.count@1.3.0', 'acme.text.count@^1.2'])
    expect(issuesOf(plan([{ ...read, tool: name }]))).toEqual([])
})
