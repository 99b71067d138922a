// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how a plan writes references
// A plan created from runs repeats them in their order with the same inputs, and adds nothing.
import { expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import { contextFor, makeUser, visitor } from '../../testing/factories.ts'
import { createPlanFromRuns } from './create-plan-from-runs.ts'
import { getSavedPlan } from './saved-plans.ts'

async function runTool(ctx: Context, name: string, args: JsonObject): Promise<string> {
  return (await runToEnd(ctx, { skill: { name }, args })).id
}

test('each run becomes a step, in their order, with literal arguments', async () => {
  const ctx = await contextFor(await makeUser())
  const first = await runTool(ctx, 'util.slugifyTitle', { title: '$steps.a.b costs ${$item} or $5' })
  const second = await runTool(ctx, 'util.parseMarkdownBullets', { text: '- a' })
  const third = await runTool(ctx, 'util.slugifyTitle', { title: 'Twice' })

  const { slug } = await createPlanFromRuns(ctx, [third, second, first, second])

  const { title, text } = await getSavedPlan(ctx, slug)
  expect(title).toBe('Make a slug and 2 more')
  expect(JSON.parse(text)).toMatchObject({
    riskLevel: 'read-only',
    steps: [
      { id: 'slugifyTitle', args: { title: '$$steps.a.b costs $${$$item} or $$5' } },
      { id: 'parseMarkdownBullets', args: { text: '- a' } },
      { id: 'slugifyTitle_2', tool: 'util.slugifyTitle', args: { title: 'Twice' } },
    ],
  })
})

test('only the own organisation’s runs can be made a plan of', async () => {
  const ctx = await contextFor(await makeUser())
  const run = await runTool(ctx, 'util.slugifyTitle', { title: 'Mine' })
  const stranger = await contextFor(await makeUser())

  await expect(createPlanFromRuns(stranger, [run])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(createPlanFromRuns(visitor(), [run])).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  for (const given of [[], 'x', [3], null])
    await expect(createPlanFromRuns(ctx, given)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a run whose input was deleted cannot become a step', async () => {
  const ctx = await contextFor(await makeUser())
  const id = await runTool(ctx, 'util.slugifyTitle', { title: 'Long ago' })
  await database().run.update({ where: { id }, data: { purgedAt: new Date() } })

  await expect(createPlanFromRuns(ctx, [id])).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
})
