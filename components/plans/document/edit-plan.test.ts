// The plan that results when steps are added, moved, copied, renamed or removed.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how a plan writes them
import { expect, test } from 'vitest'
import type { Json } from '#lib/kernel/json/json.ts'
import {
  addStep,
  copyStep,
  listStepObjects,
  moveStep,
  removeStep,
  renameStep,
  setCapture,
} from './edit-plan.ts'

const read = { id: 'read', tool: 'vault.readFile', args: { path: 'a.md' }, captureAs: 'note' }
const write = {
  id: 'write',
  tool: 'vault.createFile',
  args: { path: 'Copy of ${$steps.read.path} and ${$steps.reader.path}', content: '$steps.read.content' },
  dependsOn: ['read'],
}
const plan: Json = {
  version: '1',
  goal: 'Copy a note, for $5',
  riskLevel: 'writes',
  steps: [read, write],
  outputs: { text: '$vars.note.content', from: '$steps.read["odd name"]' },
}
const ids = (value: Json) => listStepObjects(value).map(({ step }) => step.id)

test('a new step is called as its tool, with a number when the name is taken', () => {
  const twice = addStep(addStep(plan, 'vault.readFile'), 'vault.readFile', 0)
  expect(ids(twice)).toEqual(['readFile2', 'read', 'write', 'readFile'])
  expect(ids(addStep({}, 'a.b.csv_to_json@^1.2'))).toEqual(['csv_to_json'])
  expect(ids(addStep({}, 'a.b.2html'))).toEqual(['step2html'])
})

test('renaming a step updates references to it, and nothing else', () => {
  const { steps, outputs, goal } = renameStep(plan, 0, 'note') as typeof plan & Record<string, Json>
  expect(steps).toMatchObject([
    { id: 'note' },
    {
      args: { path: 'Copy of ${$steps.note.path} and ${$steps.reader.path}', content: '$steps.note.content' },
      dependsOn: ['note'],
    },
  ])
  expect(outputs).toEqual({ text: '$vars.note.content', from: '$steps.note["odd name"]' })
  expect(goal).toBe('Copy a note, for $5')
})

test('a renamed capture takes its references along; without a name it is gone', () => {
  const renamed = setCapture(plan, 0, 'text') as Record<string, Json>
  expect(renamed.outputs).toMatchObject({ text: '$vars.text.content' })
  expect(listStepObjects(setCapture(plan, 0, undefined))[0]?.step).not.toHaveProperty('captureAs')
})

test('a copy has its own id and captures nothing', () => {
  const copied = copyStep(plan, 0)
  expect(ids(copied)).toEqual(['read', 'read2', 'write'])
  expect(listStepObjects(copied)[1]?.step).not.toHaveProperty('captureAs')
})

test('a removed step is no longer a dependency', () => {
  expect(listStepObjects(removeStep(plan, 0))).toMatchObject([{ step: { id: 'write' } }])
  expect(listStepObjects(removeStep(plan, 0))[0]?.step).not.toHaveProperty('dependsOn')
})

test('a step moves by one position, and not past the ends', () => {
  expect(ids(moveStep(plan, 1, -1))).toEqual(['write', 'read'])
  expect(moveStep(plan, 0, -1)).toBe(plan)
  expect(moveStep(plan, 1, 1)).toBe(plan)
})

test('an incomplete plan is tolerated', () => {
  for (const odd of [null, [], 'x', { steps: 'none' }, { steps: [null, 3, {}] }] as Json[]) {
    expect(() => [
      renameStep(odd, 0, 'a'),
      removeStep(odd, 7),
      copyStep(odd, 0),
      moveStep(odd, 0, 1),
    ]).not.toThrow()
    expect(ids(addStep(odd, 'util.slugifyTitle')).at(-1)).toBe('slugifyTitle')
  }
})
