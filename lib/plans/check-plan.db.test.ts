// The check at its doors: the command line and /api/plans/check say the same of the same plan.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { POST } from '#app/api/plans/check/route.ts'
import { planCheckCommand } from '#bin/commands/plan-check.ts'
import type { JsonObject } from '../contract/json/json.ts'
import type { KeyScope } from '../contract/market/key-scopes.ts'
import { createKey } from '../keys/keys.ts'
import { contextFor, makeUser, type TestUser } from '../testing/factories.ts'

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
  const answer = await planCheckCommand.run({ words: [file], options: { email: user.email }, flags: {} })
  return { ...answer!, text: answer!.text.replaceAll(`${folder}/`, '') }
}

test('a plan that can run', async () => {
  const { status, body } = await ask({ plan: GOOD })
  const { text, json, isBad } = await check(GOOD)

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
  expect(isBad).toBe(false)
  expect(json).toEqual({ file: path.join(folder, 'plan.json'), ...body })
  expect(text).toBe('  1. slug: Make a slug of “A title”\nrisk read-only, price free\nplan.json can run.')
})

test('a plan that cannot is an answer too, with its lines', async () => {
  const { status, body } = await ask({ plan: BAD })
  const { text, isBad } = await check(BAD)

  expect({ status, ok: body.ok }).toEqual({ status: 200, ok: false })
  expect(body.issues).toMatchObject([
    { severity: 'error', path: '/riskLevel', rule: 'riskLevel', fix: { title: 'Say “read-only”' } },
    { severity: 'error', path: '/steps/1/args/title', rule: 'absent', step_id: 'more' },
  ])
  expect(isBad).toBe(true)
  expect(text).toContain(
    'plan.json:4  error  [riskLevel] the highest risk of its steps is “read-only”, not “writes” (Say “read-only”)',
  )
  expect(text).toContain(
    '[steps -> 1 -> args -> title] $steps.slug.slugs leads nowhere: there is no “slugs”; there is slug',
  )
  expect(text).toContain('plan.json cannot run: 2 errors.')
})

test('what is no plan at all is an answer; what is no question is refused', async () => {
  expect(await ask({ plan: null })).toMatchObject({
    status: 200,
    body: { ok: false, issues: [{ message: 'a plan is a JSON object' }] },
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
