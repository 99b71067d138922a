// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../kernel/json/json.ts'
import {
  BULLETS,
  issuesOfLastStep,
  PLAN_CATALOG,
  READ,
  type Step,
} from '../../../testing/setup/plans/plan-catalog.ts'
import { checkPlan } from '../checks/check-plan.ts'

describe('the outputs of a plan', () => {
  test('the outputs of a plan may be any values of its steps', () => {
    expect(
      issuesOfLastStep([BULLETS], {
        outputs: { all: '$steps.bullets', text: 'found ${$steps.bullets.count}' },
      }),
    ).toEqual([])
  })

  test('the outputs of a plan cannot contain unknown references', () => {
    expect(
      issuesOfLastStep([BULLETS], {
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
      PLAN_CATALOG,
    ).price.label

  // biome-ignore format: table
  test.each<[string, Step[]]>([
    ['free', [READ]],
    ['0.01 USDC', [{ ...join([]), foreach: undefined }]],
    ['0.03 USDC', [join([1, 2, 3])]],
    ['0.01 to 0.05 USDC', [{ id: 'top', tool: 'a.b.top' }, join('$steps.top.paths')]],
    ['0.01 USDC for each item of “j”', [BULLETS, join('$steps.bullets.items')]],
    ['free', [join([])]],
  ])('the price of a plan is %s', (label, steps) => {
    expect(priceOf(steps)).toBe(label)
  })
})

test('a checked plan describes the action of each step', () => {
  const steps = [
    READ,
    {
      id: 'c',
      tool: 'vault.createFile',
      args: { path: '$x.path', content: '' },
      foreach: { from: [{ path: 'a' }], itemName: 'x' },
    },
    { id: 'again', tool: 'vault.readFile', args: { path: 'Notes/${$steps.read.path}' } },
  ]
  const { previews } = checkPlan({ version: '1', goal: 'Try', riskLevel: 'read-only', steps }, PLAN_CATALOG)
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
])('the check of the preview “%s” advises %s', (preview, message) => {
  const { issues, isRunnable } = checkPlan({ version: '1', goal: 'Try', riskLevel: 'read-only', steps: [{ ...READ, preview }] }, PLAN_CATALOG)
  expect(issues.map((issue) => issue.message)).toEqual(message ? [message] : [])
  expect(isRunnable).toBe(true)
})
