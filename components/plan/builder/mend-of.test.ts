// What is wrong with a plan is mended with one click, where it can be told how.
import { expect, test } from 'vitest'
import type { Json } from '#lib/contract/json/json.ts'
import { applyPatch } from '#lib/contract/json/json-patch.ts'
import { checkPlan } from '#lib/contract/plan/check-plan.ts'
import { houseTools } from '#lib/plans/find-plan-tools.ts'
import { mendOf } from './mend-of.ts'
import { repeatsFor } from './repeats-for.ts'

const tools = houseTools()
const plan = (title: string, more: Json = {}): Json => ({
  version: '1',
  goal: 'Make slugs',
  riskLevel: 'read-only',
  steps: [
    { id: 'bullets', tool: 'util.parseMarkdownBullets', args: { text: '- a' } },
    { id: 'slug', tool: 'util.slugifyTitle', args: { title }, ...(more as object) },
  ],
})

function mended(broken: Json): Json | undefined {
  const [issue] = checkPlan(broken, tools).issues
  const mend = issue && mendOf(broken, tools, issue)
  return mend && applyPatch(broken, mend.edits)
}

test('a list where one text is wanted: the step is done for each of its items, and then it can run', () => {
  const next = mended(plan('$steps.bullets.items'))
  expect(next).toMatchObject({
    steps: [
      {},
      { args: { title: '$item.text' }, foreach: { from: '$steps.bullets.items', itemName: 'item' } },
    ],
  })
  expect(checkPlan(next, tools).isRunnable).toBe(true)
})

test.each([
  ['what is no list', plan('$steps.bullets')],
  ['what is not there', plan('$steps.nobody.items')],
  [
    'a step that is repeated already',
    plan('$steps.bullets.items', { foreach: { from: [1], itemName: 'one' } }),
  ],
])('nothing is offered for %s', (_, broken) => {
  expect(checkPlan(broken, tools).isRunnable).toBe(false)
  expect(mended(broken)).toBeUndefined()
})

test('an item can be chosen outright: the step is repeated, and can run', () => {
  const written = plan('typed')
  const [first, ...more] = repeatsFor(written, tools, '/steps/1/args/title')

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
  expect(repeatsFor(repeated, tools, '/steps/1/args/title')).toEqual([])
  expect(repeatsFor(plan('x'), tools, '/steps/1/args/title/0')).toEqual([])
  expect(repeatsFor(plan('x'), tools, '/outputs/all')).toEqual([])
})
