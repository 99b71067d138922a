// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how a plan writes references
// The builder's text and graph of finished and unfinished plans.
import { expect, test } from 'vitest'
import type { Json } from '#lib/kernel/json/json.ts'
import { checkPlan } from '#lib/plans/model/checks/check-plan.ts'
import { builtInPlanTools } from '#lib/plans/tools/find-plan-tools.ts'
import { buildPlanGraph } from './build-plan-graph.ts'
import { listStepObjects } from './edit-plan.ts'
import { labelReferencesIn, stepPreview } from './step-labels.ts'

const tools = builtInPlanTools()
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

test('an arrow is labelled with its data, or as a dependency only', () => {
  const { nodes, edges } = buildPlanGraph(plan, tools, checkPlan(plan, tools))
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

test('a step describes its action, with readable references', () => {
  const sentences = listStepObjects(plan).map(({ step }) => stepPreview(plan, tools, step))
  expect(sentences[1]).toBe(
    'Create a slug from “‹the item › text›”, for each item of ‹1 Read Markdown bullets › items›',
  )
  expect(sentences[2]).toContain('All ‹1 list › count›.md')
})

test('references in a check message are readable, and a price stays unchanged', () => {
  const sentence = labelReferencesIn(
    plan,
    tools,
    '$steps.bullets.items[0].text costs $5, and $steps.unknown.x is gone',
  )
  expect(sentence).toBe('“1 Read Markdown bullets › items › 1 › text” costs $5, and “unknown › x” is gone')
})

test('missing and unknown values are tolerated', () => {
  const odd: Json = {
    steps: [{ tool: 'util.slugifyTitle' }, { id: 'x' }, {}, { id: 'y', tool: 'no.such', args: 3 }],
  }
  const sentences = listStepObjects(odd).map(({ step }) => stepPreview(odd, tools, step))
  expect(sentences).toEqual(['Create a slug from “…”', 'x', 'Step', 'no.such'])
  expect(buildPlanGraph(odd, tools, checkPlan(odd, tools)).nodes).toHaveLength(4)
})
