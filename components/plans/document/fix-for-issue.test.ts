// Issues of a plan are fixed with one click where a fix is known.
import { expect, test } from 'vitest'
import type { Json } from '#lib/kernel/json/json.ts'
import { applyPatch } from '#lib/kernel/json/json-patch.ts'
import { checkPlan } from '#lib/plans/model/checks/check-plan.ts'
import { builtInPlanTools } from '#lib/plans/tools/find-plan-tools.ts'
import { fixForIssue, suggestRepeats } from './fix-for-issue.ts'

const tools = builtInPlanTools()
const plan = (title: string, more: Json = {}): Json => ({
  version: '1',
  goal: 'Make slugs',
  riskLevel: 'read-only',
  steps: [
    { id: 'bullets', tool: 'util.parseMarkdownBullets', args: { text: '- a' } },
    { id: 'slug', tool: 'util.slugifyTitle', args: { title }, ...(more as object) },
  ],
})

function applyFirstFix(broken: Json): Json | undefined {
  const [issue] = checkPlan(broken, tools).issues
  const fix = issue && fixForIssue(broken, tools, issue)
  return fix && applyPatch(broken, fix.edits)
}

test('a list where one text is wanted: the step is done for each of its items, and then it can run', () => {
  const next = applyFirstFix(plan('$steps.bullets.items'))
  expect(next).toMatchObject({
    steps: [
      {},
      { args: { title: '$item.text' }, foreach: { from: '$steps.bullets.items', itemName: 'item' } },
    ],
  })
  expect(checkPlan(next, tools).isRunnable).toBe(true)
})

test.each([
  ['a value that is not a list', plan('$steps.bullets')],
  ['a missing value', plan('$steps.nobody.items')],
  [
    'a step that is repeated already',
    plan('$steps.bullets.items', { foreach: { from: [1], itemName: 'one' } }),
  ],
])('no fix is offered for %s', (_, broken) => {
  expect(checkPlan(broken, tools).isRunnable).toBe(false)
  expect(applyFirstFix(broken)).toBeUndefined()
})

test('an item can be chosen outright: the step is repeated, and can run', () => {
  const written = plan('typed')
  const [first, ...more] = suggestRepeats(written, tools, '/steps/1/args/title')

  expect(first?.item.reference.text).toBe('$item.text')
  const next = first && applyPatch(written, first.edits)
  expect(next).toMatchObject({
    steps: [{}, { args: { title: '$item.text' }, foreach: { itemName: 'item' } }],
  })
  expect(checkPlan(next, tools).isRunnable).toBe(true)
  for (const { edits } of more) expect(checkPlan(applyPatch(written, edits), tools).isRunnable).toBe(true)
})

test('no item is offered to a step that is repeated already, nor within a value', () => {
  const repeated = plan('x', { foreach: { from: [1], itemName: 'one' } })
  expect(suggestRepeats(repeated, tools, '/steps/1/args/title')).toEqual([])
  expect(suggestRepeats(plan('x'), tools, '/steps/1/args/title/0')).toEqual([])
  expect(suggestRepeats(plan('x'), tools, '/outputs/all')).toEqual([])
})
