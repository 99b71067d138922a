// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how a plan writes references
// What the builder says of a plan in words and as a graph, also of one that is not finished.
import { expect, test } from 'vitest'
import type { Json } from '#lib/contract/json/json.ts'
import { checkPlan } from '#lib/contract/plan/check-plan.ts'
import { houseTools } from '#lib/plans/find-plan-tools.ts'
import { stepsOf } from './edit-plan.ts'
import { planGraph } from './graph-of-plan.ts'
import { withWords } from './reference-words.ts'
import { stepPreview } from './step-preview.ts'

const tools = houseTools()
const plan: Json = {
  version: '1',
  goal: 'Slugs',
  riskLevel: 'writes',
  steps: [
    { id: 'bullets', tool: 'util.parseMarkdownBullets', args: { text: '- a' }, captureAs: 'list' },
    {
      id: 'slugs',
      tool: 'util.slugifyTitle',
      args: { title: '$item.text', maxLength: '$vars.list.count' },
      foreach: { from: '$steps.bullets.items', itemName: 'item' },
    },
    {
      id: 'file',
      tool: 'vault.createFile',
      args: { path: 'All ${$vars.list.count}.md', content: 'x' },
      dependsOn: ['slugs'],
    },
  ],
}

test('an arrow says what flows, whatever it is called by; one that only waits says then', () => {
  const { nodes, edges } = planGraph(plan, tools, checkPlan(plan, tools))
  expect(nodes.map(({ id, isRepeated, hasProblem }) => [id, isRepeated, hasProblem])).toEqual([
    ['bullets', false, false],
    ['slugs', true, false],
    ['file', false, false],
  ])
  expect(edges).toEqual([
    { from: 'bullets', to: 'slugs', label: 'count, items' },
    { from: 'slugs', to: 'file', label: 'then' },
    { from: 'bullets', to: 'file', label: 'count' },
  ])
})

test('a step says what it does, with its references in words', () => {
  const sentences = stepsOf(plan).map(({ step }) => stepPreview(plan, tools, step))
  expect(sentences[1]).toBe(
    'Make a slug of “‹the item › text›”, for each item of ‹1 Read Markdown bullets › items›',
  )
  expect(sentences[2]).toContain('All ‹1 list › count›.md')
})

test('a sentence of the check says what it is about in words; a price stays one', () => {
  const said = withWords(plan, tools, '$steps.bullets.items[0].text costs $5, and $steps.nobody.x is gone')
  expect(said).toBe('“1 Read Markdown bullets › items › 1 › text” costs $5, and “nobody › x” is gone')
})

test('what is not said yet, and what nobody knows, is borne', () => {
  const odd: Json = {
    steps: [{ tool: 'util.slugifyTitle' }, { id: 'x' }, {}, { id: 'y', tool: 'no.such', args: 3 }],
  }
  const sentences = stepsOf(odd).map(({ step }) => stepPreview(odd, tools, step))
  expect(sentences).toEqual(['Make a slug of “…”', 'x', 'Step', 'no.such'])
  expect(planGraph(odd, tools, checkPlan(odd, tools)).nodes).toHaveLength(4)
})
