import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { createDraftMemory } from './draft-memory.ts'
import {
  type DraftSaveResult,
  DraftStore,
  type DraftStoreOptions,
  RETRY_AFTER_MS,
  SAVE_AFTER_MS,
} from './draft-store.ts'

const stored = {
  issues: [],
  marks: {},
  slug: 'a',
  savedAtMs: 1,
  savedBy: 'Ada',
  document: { name: 'a' },
  revision: 1,
}
const conflict = {
  ok: false,
  error: { code: 'CONFLICT', message: 'Ben saved.', recoverable: true },
} as const satisfies ActionResult<never>

function storageOf(entries: Map<string, string>) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}

/** Creates a fake server, and a browser's storage that survives a reload. */
function makeDraftEnvironment() {
  const entries = new Map<string, string>()
  const memory = createDraftMemory('key', { typed: storageOf(entries), saved: storageOf(new Map()) })
  const server = {
    text: JSON.stringify(stored.document),
    revision: 1,
    by: 'Ada',
    isDown: false,
    losesAnswers: false,
  }
  const answer = (): DraftSaveResult => ({
    issues: [],
    marks: {},
    slug: 'a',
    savedAtMs: 5,
    revision: server.revision,
  })
  const save = vi.fn<DraftStoreOptions['save']>(async (text, revision) => {
    if (server.isDown) throw new TypeError('Failed to fetch')
    if (revision !== server.revision) return conflict
    Object.assign(server, { text, revision: revision + 1 })
    if (server.losesAnswers) throw new TypeError('Failed to fetch')
    return { ok: true, data: answer() }
  })
  const load: DraftStoreOptions['load'] = async () => ({
    ok: true,
    data: { ...answer(), savedBy: server.by, text: server.text },
  })
  const open = (draft = stored) => new DraftStore(draft, { save, load, memory, now: () => 7 })
  return { server, save, open, entries }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the open draft', () => {
  test('a draft is saved once, a moment after the last of many edits', async () => {
    const { server, save, open } = makeDraftEnvironment()
    const draft = open()

    for (const name of ['b', 'bo', 'bob']) draft.edit(() => ({ name }))
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)

    expect(save).toHaveBeenCalledOnce()
    expect(server.text).toBe('{"name":"bob"}')
    expect(draft.get().save).toEqual({ kind: 'saved', atMs: 5 })
  })

  test('every edit of a draft is stored in the browser until the server has it', async () => {
    const { open, entries } = makeDraftEnvironment()
    const draft = open()

    draft.edit(() => ({ name: 'typed' }))
    expect([...entries.values()][0]).toContain('typed')

    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    expect(entries.size).toBe(0)
  })

  test('unsaved edits of a draft are restored after a crash', async () => {
    const { server, open } = makeDraftEnvironment()
    server.isDown = true
    const crashed = open()
    crashed.edit(() => ({ name: 'typed' }))
    vi.clearAllTimers()
    server.isDown = false

    const draft = open()
    draft.restore()
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)

    expect(draft.get()).toMatchObject({
      document: { name: 'typed' },
      restoredAtMs: 7,
      save: { kind: 'saved' },
    })
    expect(server.text).toBe('{"name":"typed"}')
  })

  test('a page from the browser cache does not restore older edits', async () => {
    const { open } = makeDraftEnvironment()
    const draft = open()
    draft.edit(() => ({ name: 'newer' }))
    await draft.flush()

    const again = open()
    again.restore()

    expect(again.get()).toMatchObject({ document: { name: 'newer' }, revision: 2, save: { kind: 'saved' } })
    expect(again.get().restoredAtMs).toBeUndefined()
    again.edit(() => ({ name: 'newest' }))
    expect(await again.flush()).toBe(true)
  })

  test('saving a draft is tried again after the network was gone', async () => {
    const { server, open } = makeDraftEnvironment()
    const draft = open()
    server.isDown = true
    draft.edit(() => ({ name: 'b' }))
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    expect(draft.get().save).toMatchObject({ kind: 'failed', message: 'The server cannot be reached.' })

    server.isDown = false
    await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS)

    expect(draft.get().save.kind).toBe('saved')
  })

  test('does not mistake its own save for another user’s if only the response was lost', async () => {
    const { server, open } = makeDraftEnvironment()
    const draft = open()
    server.losesAnswers = true
    draft.edit(() => ({ name: 'b' }))
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    server.losesAnswers = false

    draft.edit(() => ({ name: 'bc' }))
    await vi.advanceTimersByTimeAsync(2 * SAVE_AFTER_MS)

    expect(server.text).toBe('{"name":"bc"}')
    expect(draft.get().save.kind).toBe('saved')
  })

  test('flushing waits for a save in progress and for edits made during it', async () => {
    const { server, save, open } = makeDraftEnvironment()
    const draft = open()
    draft.edit(() => ({ name: 'b' }))
    const first = draft.flush()
    draft.edit(() => ({ name: 'c' }))

    expect(await first).toBe(true)
    expect(save).toHaveBeenCalledTimes(2)
    expect(server.text).toBe('{"name":"c"}')
  })
})

describe('when another user has saved', () => {
  function collision() {
    const all = makeDraftEnvironment()
    const draft = all.open()
    Object.assign(all.server, { text: '{"name":"theirs"}', revision: 4, by: 'Ben' })
    draft.edit(() => ({ name: 'mine' }))
    return { ...all, draft }
  }

  test('nothing is overwritten before a person has chosen', async () => {
    const { server, save, draft } = collision()
    await vi.advanceTimersByTimeAsync(10 * RETRY_AFTER_MS)

    expect(draft.get().save).toMatchObject({ kind: 'conflict', theirs: { savedBy: 'Ben' } })
    expect(save).toHaveBeenCalledOnce()
    expect(server.text).toBe('{"name":"theirs"}')
    expect(await draft.flush()).toBe(false)
  })

  test('my version can be chosen', async () => {
    const { server, draft } = collision()
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)

    draft.keepMine()
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)

    expect(server.text).toBe('{"name":"mine"}')
    expect(draft.get().save.kind).toBe('saved')
  })

  test('their version can be chosen, and mine does not return', async () => {
    const { draft, entries } = collision()
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)

    draft.takeTheirs()

    expect(draft.get()).toMatchObject({ document: { name: 'theirs' }, revision: 4, save: { kind: 'saved' } })
    expect(entries.size).toBe(0)
  })

  test('edits restored after a crash do not overwrite a later save', () => {
    const { open } = makeDraftEnvironment()
    const crashed = open()
    crashed.edit(() => ({ name: 'mine' }))
    vi.clearAllTimers()

    const draft = open({ ...stored, document: { name: 'theirs' }, revision: 2, savedBy: 'Ben' })
    draft.restore()

    expect(draft.get()).toMatchObject({
      document: { name: 'mine' },
      save: { kind: 'conflict', theirs: { document: { name: 'theirs' }, savedBy: 'Ben' } },
    })
  })

  test('a restored draft can be discarded for the stored version', async () => {
    const { server, open } = makeDraftEnvironment()
    const crashed = open()
    crashed.edit(() => ({ name: 'typed' }))
    vi.clearAllTimers()
    const draft = open()
    draft.restore()

    draft.forget()
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)

    expect(draft.get().document).toEqual({ name: 'a' })
    expect(server.text).toBe('{"name":"a"}')
  })
})
