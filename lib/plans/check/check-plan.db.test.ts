// The command line and /api/plans/check must report the same for the same plan.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { POST } from '#app/api/plans/check/route.ts'
import { planCheckCommand } from '#bin/commands/plans/plan-check.ts'
import { createKey } from '../../auth/manage-api-keys.ts'
import type { KeyScope } from '../../auth/model/key-scopes.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { contextFor, makeUser, type TestUser, visitor } from '../../testing/factories.ts'
import { longestBlockingMs } from '../../testing/measure-blocking-work.ts'
import { cpuMsOf } from '../../testing/measure-cpu.ts'
import { createFile } from '../../vault/files/create-file.ts'
import { openVaultToWrite } from '../../vault/vault.ts'
import { type CheckedPlan, checkPlan } from '../model/checks/check-plan.ts'
import { checkForViewer, listMissingFiles } from './check-for-viewer.ts'

const STEP = { id: 'slug', tool: 'util.slugifyTitle', args: { title: 'A title' } }
const GOOD = { version: '1', goal: 'Try it.', riskLevel: 'read-only', steps: [STEP] }
const BAD = {
  ...GOOD,
  riskLevel: 'writes',
  steps: [STEP, { ...STEP, id: 'more', args: { title: '$steps.slug.slugs' } }],
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-plans-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

let user: TestUser

beforeAll(async () => {
  user = await makeUser()
})

async function ask(body: unknown, scopes: KeyScope[] = ['read']) {
  const { key } = await createKey(await contextFor(user), { name: 'A key', scopes, expiresInDays: 1 })
  const headers = { authorization: `Bearer ${key}` }
  const answer = await POST(
    new Request('http://localhost/api/plans/check', { method: 'POST', headers, body: JSON.stringify(body) }),
  )
  return { status: answer.status, body: (await answer.json()) as JsonObject }
}

async function check(document: unknown) {
  const file = path.join(folder, 'plan.json')
  fs.writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document, null, 2))
  const answer = await planCheckCommand.run({
    positionals: [file],
    options: { email: user.email },
    flags: {},
  })
  return { ...answer!, text: answer!.text.replaceAll(`${folder}/`, '') }
}

test('a plan with references by the thousand is checked without blocking others, and 200 problems are listed', async () => {
  const texts = Array.from({ length: 15_000 }, (_, at) => `$steps.none_${at}.slug`)
  const plan = { ...GOOD, steps: [STEP, { ...STEP, id: 'more', args: { title: 'A title', texts } }] }
  const ctx = await contextFor(user)
  const direct = cpuMsOf(() => checkPlan(plan, new Map()))
  let checked: CheckedPlan | undefined

  const blocked = await longestBlockingMs(async () => {
    checked = await checkForViewer(ctx, plan)
  })

  expect(checked).toMatchObject({ isRunnable: false, plan: { goal: GOOD.goal } })
  expect(checked?.issues).toHaveLength(200)
  expect(blocked).toBeLessThan(direct / 2)
})

test('a plan that can run', async () => {
  const { status, body } = await ask({ plan: GOOD })
  const { text, json, isFailure } = await check(GOOD)

  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      ok: true,
      issues: [],
      risk_level: 'read-only',
      price: { least: '0', most: '0', per_item: [] },
      order: [['slug']],
    },
  })
  expect(isFailure).toBe(false)
  expect(json).toEqual({ file: path.join(folder, 'plan.json'), ...body })
  expect(text).toBe('  1. slug: Create a slug from “A title”\nrisk read-only, price free\nplan.json can run.')
})

test('a plan that cannot is an answer too, with its lines', async () => {
  const { status, body } = await ask({ plan: BAD })
  const { text, isFailure } = await check(BAD)

  expect({ status, ok: body.ok }).toEqual({ status: 200, ok: false })
  expect(body.issues).toMatchObject([
    { severity: 'error', path: '/riskLevel', rule: 'riskLevel', fix: { title: 'Use “read-only”' } },
    { severity: 'error', path: '/steps/1/args/title', rule: 'absent', step_id: 'more' },
  ])
  expect(isFailure).toBe(true)
  expect(text).toContain(
    'plan.json:4  error  [riskLevel] the highest risk of its steps is “read-only”, not “writes” (Use “read-only”)',
  )
  expect(text).toContain(
    '[steps -> 1 -> args -> title] $steps.slug.slugs does not exist: there is no “slugs”, only slug',
  )
  expect(text).toContain('plan.json cannot run: 2 errors.')
})

test('an invalid plan gets an answer, and an invalid request is refused', async () => {
  expect(await ask({ plan: null })).toMatchObject({
    status: 200,
    body: { ok: false, issues: [{ message: 'a plan must be a JSON object' }] },
  })
  expect(await ask(GOOD)).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } })
  await expect(check('{')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('Line 1'),
  })
})

test('a key without the scope is refused', async () => {
  expect(await ask({ plan: GOOD }, ['write'])).toMatchObject({
    status: 403,
    body: { error: { code: 'POLICY_DENIED' } },
  })
})

test('a file that a plan reads and that is not in the vault is a warning, until it is there', async () => {
  const read = { id: 'read', tool: 'vault.readFile', args: { path: 'Data/sales.csv' } }
  const plan = { ...GOOD, steps: [read] }
  const ctx = await contextFor(await makeUser())
  const warning = {
    severity: 'warning',
    path: '/steps/0/args/path',
    message: 'there is no file “Data/sales.csv” in the vault',
  }

  expect(await checkForViewer(ctx, plan)).toMatchObject({ isRunnable: true, issues: [warning] })
  expect(await listMissingFiles(ctx, ['Data/sales.csv', 'a\0'])).toEqual(['Data/sales.csv', 'a\0'])

  await createFile(openVaultToWrite(ctx), { path: 'data/Sales.csv', content: 'a,b' })
  expect(await checkForViewer(ctx, plan)).toMatchObject({ isRunnable: true, issues: [] })
  await expect(listMissingFiles(ctx, [7])).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(listMissingFiles(visitor(), ['a'])).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
