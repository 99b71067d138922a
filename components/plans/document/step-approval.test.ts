import { expect, test } from 'vitest'
import type { Json } from '#lib/kernel/json/json.ts'
import { parsePlan } from '#lib/plans/model/document/parse-plan.ts'
import { addApproval, listStepsWithoutApproval, matchesApproval } from './step-approval.ts'

const read = { id: 'read', tool: 'vault.readFile', args: { path: 'a.md' } }
const write = {
  id: 'write',
  tool: 'vault.writeFile',
  args: { path: 'b.md', content: '' },
  approval: { by: 'members' },
}
const plan: Json = { version: '1', goal: 'Copy a note', riskLevel: 'writes', steps: [read, write] }

test.each([
  ['approv', true],
  ['wait for approval', true],
  ['human', true],
  ['', false],
  ['csv', false],
  ['of invoices', false],
])('a search for “%s” offers steps that wait for approval: %s', (search, expected) => {
  expect(matchesApproval(search)).toBe(expected)
})

test('a step without an approval is offered, and waits for owners and admins once it is chosen', () => {
  const changed = addApproval(plan, 0)

  expect(listStepsWithoutApproval(plan).map(({ index }) => index)).toEqual([0])
  expect(changed).toMatchObject({ steps: [{ ...read, approval: {} }, write] })
  expect(listStepsWithoutApproval(changed)).toEqual([])
  expect(parsePlan(changed).plan).toMatchObject({ steps: [{ id: 'read', approval: {} }, { id: 'write' }] })
})

test('a step that waits already keeps who may approve it, and a step that is not there changes nothing', () => {
  expect(addApproval(plan, 1)).toEqual(plan)
  expect(addApproval(plan, 7)).toEqual(plan)
  expect(addApproval(null, 0)).toBe(null)
})
