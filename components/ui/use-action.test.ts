import fs from 'node:fs'
import path from 'node:path'
import { redirect } from 'next/navigation'
import { expect, test } from 'vitest'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { attemptAction } from './use-action.ts'

const rejects = (thrown: unknown) => (): Promise<ActionResult<string>> => Promise.reject(thrown)

test('a server action that cannot be sent is a refusal, not an exception', async () => {
  const result = await attemptAction(rejects(new TypeError('Failed to fetch')))

  expect(result).toMatchObject({ ok: false, error: { code: 'TOOL_NOT_AVAILABLE', recoverable: true } })
})

test('the redirect of a server action passes through', async () => {
  const act = attemptAction(async () => redirect('/elsewhere'))

  await expect(act).rejects.toMatchObject({ digest: expect.stringContaining('NEXT_REDIRECT') })
})

test('the result of a server action is returned, and an action without one has succeeded', async () => {
  expect(await attemptAction(async () => ({ ok: true, data: 'done' }))).toEqual({ ok: true, data: 'done' })
  expect(await attemptAction(async () => {})).toEqual({ ok: true, data: undefined })
})

/** Components whose transitions call no server action themselves; ask-passkey.ts uses attemptAction. */
const WITHOUT_ACTIONS = [
  'components/accounts/passkey-button.tsx',
  'components/catalog/catalog-list.tsx',
  'components/catalog/catalog-search.tsx',
  'components/publishing/publish/import-folder.tsx',
  'components/publishing/publish/import-repository.tsx',
  'components/publishing/studio/fields/image-field.tsx',
]

test('every component that starts transitions calls its server actions with attemptAction', () => {
  const files = fs
    .globSync('{components,app}/**/*.{ts,tsx}', { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${path.relative('.', entry.parentPath)}/${entry.name}`)
    .filter((file) => !file.includes('.test.') && !WITHOUT_ACTIONS.includes(file))
  const careless = files.filter((file) => {
    const text = fs.readFileSync(file, 'utf8')
    return /\buse(Transition|ActionState)\(/.test(text) && !text.includes('attemptAction(')
  })

  expect(careless).toEqual([])
})
