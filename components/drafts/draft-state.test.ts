import { describe, expect, test } from 'vitest'
import { type DraftChange, type DraftState, draftReducer, isUnsaved, openState } from './draft-state.ts'

const stored = { issues: [], marks: {}, slug: 'a', savedAtMs: 1, savedBy: 'Ada' }
const opened = openState({ ...stored, document: { name: 'a' }, revision: 1 })
const theirs = { ...stored, document: { name: 'z' }, revision: 9, savedAtMs: 5, savedBy: 'Ben' }

const type = (name: string): DraftChange => ({ kind: 'edit', change: () => ({ name }) })
const arrive = (edits: number, revision: number): DraftChange => ({
  kind: 'saveSucceeded',
  edits,
  revision,
  slug: 'a',
  savedAtMs: 2,
  issues: [],
  marks: {},
})
const stateAfter = (...changes: DraftChange[]): DraftState => changes.reduce(draftReducer, opened)

describe('the draft in the browser', () => {
  test('a draft is saved when it is opened', () => {
    expect(isUnsaved(opened)).toBe(false)
  })

  test('a draft waits to be saved once something was typed, and is saved when the server has it', () => {
    const saved = stateAfter(type('b'), { kind: 'saveStarted' }, arrive(1, 2))

    expect(stateAfter(type('b'))).toMatchObject({ save: { kind: 'waiting' }, edits: 1 })
    expect(saved).toMatchObject({ save: { kind: 'saved', atMs: 2 }, revision: 2 })
    expect(isUnsaved(saved)).toBe(false)
  })

  test('typing during a save stays unsaved when that save succeeds', () => {
    const state = stateAfter(type('b'), { kind: 'saveStarted' }, type('c'), arrive(1, 2))

    expect(state).toMatchObject({ document: { name: 'c' }, revision: 2, save: { kind: 'waiting' } })
    expect(isUnsaved(state)).toBe(true)
  })

  test('an edit that changes nothing is ignored', () => {
    expect(stateAfter({ kind: 'edit', change: (document) => document })).toBe(opened)
  })

  test('a failed save does not lose typed text', () => {
    const state = stateAfter(
      type('b'),
      { kind: 'saveStarted' },
      { kind: 'saveFailed', message: 'no', isSignedOut: false },
    )

    expect(state).toMatchObject({ document: { name: 'b' }, save: { kind: 'failed' } })
    expect(isUnsaved(state)).toBe(true)
  })

  test('a conflict of a draft remains while the user keeps typing', () => {
    const state = stateAfter(type('b'), { kind: 'conflictFound', theirs }, type('c'))

    expect(state).toMatchObject({ document: { name: 'c' }, save: { kind: 'conflict' } })
  })

  test('keeping my version of a draft saves it over the other revision', () => {
    const state = stateAfter(type('b'), { kind: 'conflictFound', theirs }, { kind: 'keepMine' })

    expect(state).toMatchObject({ document: { name: 'b' }, revision: 9, save: { kind: 'waiting' } })
    expect(isUnsaved(state)).toBe(true)
  })

  test('taking the other version of a draft leaves nothing to save', () => {
    const state = stateAfter(type('b'), { kind: 'conflictFound', theirs }, { kind: 'takeTheirs' })

    expect(state).toMatchObject({ document: { name: 'z' }, revision: 9, save: { kind: 'saved', atMs: 5 } })
    expect(isUnsaved(state)).toBe(false)
  })

  test('a draft reports that typing was restored until the report is dismissed', () => {
    const restored = stateAfter({ kind: 'restore', document: { name: 'typed' }, atMs: 7 })

    expect(restored).toMatchObject({ document: { name: 'typed' }, restoredAtMs: 7 })
    expect(isUnsaved(restored)).toBe(true)
    expect(draftReducer(restored, { kind: 'dismissRestored' }).restoredAtMs).toBeUndefined()
  })
})
