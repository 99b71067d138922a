import { expect, test } from 'vitest'
import { checkPlan } from '../checks/check-plan.ts'
import type { PlanTool } from '../document/plan-tool.ts'
import { type ApprovalPolicy, DEFAULT_POLICY } from './approval-policy.ts'

/** A schema that accepts every object. */
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
    maxMs: 40_000,
    kind: 'tool',
    ...more,
  },
]

const catalog = new Map([
  known('vault.readFile'),
  known('util.slugify'),
  known('acme.notes.tidy', { kind: 'skill', uses: ['vault.readFile'], vaultPatterns: ['Notes/**'] }),
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
  return found.map(
    ({ path, message }) => `${path} ${message.replace(/^your organisation’s approval policy[^:]*: /, '')}`,
  )
}

test('a policy that asks about a tool does not deny a plan', () => {
  expect(denied({})).toEqual([])
})

test('a tool that the policy denies is reported at its step, and so is a skill that uses it', () => {
  expect(denied({ deniedTools: ['vault.*'] })).toEqual([
    '/steps/0/tool vault.readFile is denied for plans (“vault.*”)',
    '/steps/2/tool acme.notes.tidy uses vault.readFile, which is denied for plans (“vault.*”)',
    '/steps/3/tool acme.notes.roam uses vault.readFile, which is denied for plans (“vault.*”)',
  ])
})

test('a policy of paths denies an unrestricted skill, and not one restricted to the allowed paths', () => {
  expect(denied({ allowedPaths: ['Notes/**'] })).toEqual([
    '/steps/3/tool acme.notes.roam does not declare which files it accesses with vault.readFile, and plans can only access “Notes/**”',
  ])
})

test('if plans are not allowed to run, that is reported once, for the plan', () => {
  expect(denied({ mode: 'never' })).toEqual([' your organisation does not allow plans to run'])
})
