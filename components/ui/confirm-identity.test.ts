import { afterEach, expect, test, vi } from 'vitest'
import { AppError, toPublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { setIdentityPrompt } from './confirm-identity.ts'
import { attemptAction } from './use-action.ts'

let unset = () => {}
afterEach(() => unset())

const error = toPublicError(new AppError('PRECONDITION_FAILED', { href: paths.confirmIdentity }))
const refusal: ActionResult<string> = { ok: false, error }
const success: ActionResult<string> = { ok: true, data: 'done' }

test('an action that needs a confirmed identity runs once more after the confirmation, and never a third time', async () => {
  unset = setIdentityPrompt(async () => true)
  const action = vi.fn(async (): Promise<ActionResult<string>> => success).mockResolvedValueOnce(refusal)

  expect(await attemptAction(action)).toEqual(success)
  expect(action).toHaveBeenCalledTimes(2)

  const refusedAgain = vi.fn(async () => refusal)
  expect(await attemptAction(refusedAgain)).toEqual(refusal)
  expect(refusedAgain).toHaveBeenCalledTimes(2)
})

test('an action stays refused if the person closes the dialog, or has nothing to confirm with on the page', async () => {
  const action = vi.fn(async () => refusal)
  expect(await attemptAction(action)).toEqual(refusal)

  unset = setIdentityPrompt(async () => false)
  expect(await attemptAction(action)).toEqual(refusal)
  expect(action).toHaveBeenCalledTimes(2)
})

test('no other refusal asks for a confirmation', async () => {
  const prompt = vi.fn(async () => true)
  unset = setIdentityPrompt(prompt)
  const other = toPublicError(new AppError('PRECONDITION_FAILED', { href: paths.wallet }))

  await attemptAction(async () => ({ ok: false, error: other }))

  expect(prompt).not.toHaveBeenCalled()
})

test('two actions that need a confirmed identity at once share one dialog', async () => {
  const answers: ((isConfirmed: boolean) => void)[] = []
  unset = setIdentityPrompt(() => new Promise((answer) => answers.push(answer)))
  const makeAction = () =>
    vi.fn(async (): Promise<ActionResult<string>> => success).mockResolvedValueOnce(refusal)

  const both = [attemptAction(makeAction()), attemptAction(makeAction())]
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers[0]!(true)
  expect(await Promise.all(both)).toEqual([success, success])

  const later = attemptAction(makeAction())
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]!(false)
  expect(await later).toEqual(refusal)
})
