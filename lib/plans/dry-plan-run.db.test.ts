// A dry run of a plan whose steps build on one another: nothing is made, so what would work on it has nothing to work on.
import { expect, test } from 'vitest'
import type { PlanStep } from '../contract/plan/plan-document.ts'
import { database } from '../db/client.ts'
import { makePlan, setUp } from '../testing/plan-setup.ts'

const make: PlanStep = { id: 'make', tool: 'vault.createFile', args: { path: 'New.md', content: 'Old.' } }
const patch: PlanStep = {
  id: 'patch',
  tool: 'vault.patchFile',
  args: { path: '$steps.make.path', patch: { replaceRange: { start: 0, end: 4, text: 'New.' } } },
}
const read: PlanStep = { id: 'read', tool: 'vault.readFile', args: { path: '$steps.patch.path' } }
const slug: PlanStep = { id: 'slug', tool: 'util.slugifyTitle', args: { title: '$steps.read.content' } }
const UNMADE = 'It would work on what “make” would have made.'

async function rehearse(...steps: PlanStep[]) {
  const { run, ctx } = await setUp()
  const outputs = { made: '$steps.make', read: '$steps.read' }
  const view = await run(makePlan(steps, { riskLevel: 'writes', outputs }), { dryRun: true })
  const files = await database().vaultOperation.count({
    where: { organisationId: ctx.viewer!.organisationId },
  })
  expect(files).toBe(0)
  const said = view.steps.map(({ stepId, status, results }) => [stepId, status, results.at(-1)?.userMessage])
  return { ...view, said }
}

test('a step that finds nothing where another would have made it is skipped, and so is what needs it', async () => {
  const { state, outputs, said } = await rehearse(make, patch, read, slug)

  expect(said).toEqual([
    ['make', 'ok', 'Would create New.md.'],
    ['patch', 'skipped', UNMADE],
    ['read', 'skipped', 'It needs what “patch” would have given, which was skipped.'],
    ['slug', 'skipped', 'It needs what “read” would have given, which was skipped.'],
  ])
  expect({ state, outputs }).toMatchObject({
    state: 'succeeded',
    outputs: { made: { path: 'New.md', created: true } },
  })
  expect(outputs).not.toHaveProperty('read')
})

test('it need not refer to it itself: what comes after will do', async () => {
  const title = { ...slug, args: { title: '$steps.make.path' } }
  const after: PlanStep = {
    ...read,
    args: { path: 'New.md' },
    dependsOn: ['slug'],
  }

  expect((await rehearse(make, title, after)).said[2]).toEqual(['read', 'skipped', UNMADE])
})

test('items that are skipped leave holes, and what goes through these is skipped too', async () => {
  const over = (from: string) => ({ from, itemName: 'each' })
  const { state, said } = await rehearse(
    { ...make, args: { path: '$item', content: '' }, foreach: { from: ['A.md', 'B.md'], itemName: 'name' } },
    { ...patch, args: { ...patch.args, path: '$item.path' }, foreach: over('$steps.make') },
    { ...read, args: { path: '$item.path' }, foreach: over('$steps.patch') },
  )

  expect(state).toBe('succeeded')
  expect(said.map(([id, , why]) => [id, why])).toEqual([
    ['make', 'Would create B.md.'],
    ['patch', UNMADE],
    ['read', 'It needs what “patch” would have given, which was skipped.'],
  ])
})

test('what is not there and nobody would have made fails as ever', async () => {
  const lost: PlanStep = { ...read, args: { path: 'Nowhere.md' } }

  expect(await rehearse(make, lost)).toMatchObject({ state: 'failed', error: { code: 'NOT_FOUND' } })
})
