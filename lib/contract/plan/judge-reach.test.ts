// What a policy denies of a plan that is still being written.
import { expect, test } from 'vitest'
import { type ApprovalPolicy, DEFAULT_POLICY } from './approval-policy.ts'
import { checkPlan } from './check-plan.ts'
import type { PlanTool } from './plan-tool.ts'

const object = { type: 'object', properties: {}, additionalProperties: true }
const known = (name: string, more: Partial<PlanTool> = {}): [string, PlanTool] => [
  name,
  {
    name,
    title: name,
    inputSchema: object,
    outputSchema: object,
    riskLevel: 'read-only',
    sideEffects: [],
    priceMicros: 0n,
    mostMs: 40_000,
    kind: 'tool',
    ...more,
  },
]
const catalog = new Map([
  known('vault.readFile'),
  known('util.slugify'),
  known('acme.notes.tidy', { kind: 'skill', uses: ['vault.readFile'], vaultPlaces: ['Notes/**'] }),
  known('acme.notes.roam', { kind: 'skill', uses: ['vault.readFile'] }),
])
const steps = [
  { id: 'read', tool: 'vault.readFile', args: { path: 'Notes/a.md' } },
  { id: 'slug', tool: 'util.slugify', args: {} },
  { id: 'tidy', tool: 'acme.notes.tidy', args: {} },
  { id: 'roam', tool: 'acme.notes.roam', args: {} },
]
const document = {
  version: '1',
  goal: 'Tidy up',
  riskLevel: 'read-only',
  steps: steps.map((step) => ({ ...step, preview: step.id })),
}

function denied(policy: Partial<ApprovalPolicy>): string[] {
  const { issues, isRunnable } = checkPlan(document, catalog, { ...DEFAULT_POLICY, ...policy })
  const found = issues.filter(({ keyword }) => keyword === 'policy')
  expect(isRunnable).toBe(found.length === 0)
  return found.map(({ path, message }) => `${path} ${message.replace(/^the approval policy[^:]*: /, '')}`)
}

test('nothing is denied that is only asked about', () => {
  expect(denied({})).toEqual([])
})

test('a tool that is denied is said at its step, and so is a skill that uses it', () => {
  expect(denied({ deniedTools: ['vault.*'] })).toEqual([
    '/steps/0/tool vault.readFile is denied to plans (“vault.*”)',
    '/steps/2/tool acme.notes.tidy uses vault.readFile, which is denied to plans (“vault.*”)',
    '/steps/3/tool acme.notes.roam uses vault.readFile, which is denied to plans (“vault.*”)',
  ])
})

test('a skill that keeps to the allowed paths is not denied; one that keeps to none is', () => {
  expect(denied({ allowedPaths: ['Notes/**'] })).toEqual([
    '/steps/3/tool which files acme.notes.roam reaches by vault.readFile is not said, and plans may only touch “Notes/**”',
  ])
})

test('where no plan may run it is said once, of the plan', () => {
  expect(denied({ mode: 'never' })).toEqual([' your organisation lets no plan run'])
})
