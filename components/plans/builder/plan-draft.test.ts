// An open plan is saved with its name; after a concurrent save, both versions are offered.
import { expect, test, vi } from 'vitest'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { SavedPlanView } from '#lib/plans/saved/saved-plans.ts'
import { openPlanDraft, readPlanDraft, type SavePlan } from './plan-draft.ts'

const saved: SavedPlanView = {
  id: 'p1',
  slug: 'tidy-up',
  title: 'Tidy up',
  text: '{"goal":"Tidy","steps":[]}',
  revision: 3,
  savedAtMs: 0,
  savedBy: 'Ada',
  canChange: true,
}
const theirs = { ...saved, text: '{"goal":"Theirs","steps":[]}', revision: 4, savedBy: 'Grace' }
const CONFLICT: PublicError = { code: 'CONFLICT', message: 'Grace was faster.', recoverable: true }

function open(save: SavePlan) {
  return openPlanDraft(saved, { save, load: async () => ({ ok: true, data: theirs }), viewerId: 'u1' })
}

test('the document and the name are saved together, from the revision that was opened', async () => {
  const save = vi.fn<SavePlan>(async () => ({ ok: true, data: { revision: 4, savedAtMs: 1 } }))
  const store = open(save)

  store.edit((document) => ({ ...readPlanDraft(document), title: ' ', plan: { goal: 'Mine' } }))

  expect(await store.flush()).toBe(true)
  expect(save).toHaveBeenCalledWith({
    slug: 'tidy-up',
    title: 'Untitled plan',
    text: '{"goal":"Mine"}',
    revision: 3,
  })
  expect(store.get()).toMatchObject({ revision: 4, save: { kind: 'saved' } })
})

test('neither of two versions is lost, and keeping mine is based on theirs', async () => {
  const save = vi.fn<SavePlan>(async () => ({ ok: false, error: CONFLICT }))
  const store = open(save)
  store.edit((document) => ({ ...readPlanDraft(document), plan: { goal: 'Mine' } }))

  expect(await store.flush()).toBe(false)
  const { save: saveState, document } = store.get()
  expect(readPlanDraft(document).plan).toEqual({ goal: 'Mine' })
  expect(saveState).toMatchObject({ kind: 'conflict', theirs: { savedBy: 'Grace', revision: 4 } })

  save.mockResolvedValue({ ok: true, data: { revision: 5, savedAtMs: 2 } })
  store.keepMine()
  expect(await store.flush()).toBe(true)
  expect(save.mock.lastCall?.[0]).toMatchObject({ text: '{"goal":"Mine"}', revision: 4 })
})
