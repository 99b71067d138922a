// The page and the server stay in sync over a network that delays, loses and reorders answers.
import { EditorSelection, EditorState, type Transaction, type TransactionSpec } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '#lib/kernel/json/json.ts'
import { applyTextChanges, changeBetween, type EditedText } from '#lib/vault/model/apply-changes.ts'
import type { PushAnswer, PushRequest } from '#lib/vault/workspace/push-updates.ts'
import { type DocumentSync, type SyncedView, syncDocument, syncExtension } from './document-sync.ts'

/** Creates a fake server, which accepts an update only for its current version, as the real one does. */
function makeServer(text: string) {
  let document: EditedText = { text, version: 0, anchor: 0, head: 0 }
  const updates: { clientId: string; changes: Json }[] = []
  return {
    text: () => document.text,
    version: () => document.version,
    push({ version, changes, clientId }: PushRequest): PushAnswer {
      if (version !== document.version) return { outcome: 'behind', updates: updates.slice(version) }
      document = applyTextChanges(document, changes)
      updates.push(...changes.map((change) => ({ clientId, changes: change as Json })))
      return { outcome: 'accepted' }
    },
  }
}

type Server = ReturnType<typeof makeServer>
/** Decides the fate of a request: it is lost, its answer is lost, or it arrives after so many turns. */
type NetworkConditions = () => 'lost' | 'answer lost' | number

function makePage(server: Server, clientId: string, weather: NetworkConditions) {
  let state = EditorState.create({ doc: server.text(), extensions: syncExtension(0, clientId) })
  const view: SyncedView = {
    get state() {
      return state
    },
    dispatch(...specs: (Transaction | TransactionSpec)[]) {
      for (const spec of specs) state = ('state' in spec ? spec : state.update(spec)).state
    },
  }
  const sync: DocumentSync = syncDocument({
    view,
    documentId: 'one',
    onChange: () => {},
    onReset: () => expect.unreachable(),
    pause: () => runEventLoopTurns(1),
    waitForBatch: () => runEventLoopTurns(1),
    async push(request) {
      const fate = weather()
      if (fate === 'lost') throw new Error('no network')
      await runEventLoopTurns(fate === 'answer lost' ? 1 : fate)
      const answer = server.push(structuredClone(request))
      if (fate === 'answer lost') throw new Error('no answer')
      await runEventLoopTurns(1)
      return structuredClone(answer)
    },
  })
  return {
    view,
    sync,
    /** Removes `removed` characters and inserts `text`; `where` is a fraction of the text's length. */
    edit(where: number, removed: number, text: string) {
      const from = Math.floor(where * state.doc.length)
      const to = Math.min(state.doc.length, from + removed)
      view.dispatch({
        changes: { from, to, insert: text },
        selection: EditorSelection.cursor(from + text.length),
      })
      sync.onEdit(state.selection.main)
    },
  }
}

async function runEventLoopTurns(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await Promise.resolve()
}

const edits = fc.array(
  fc.record({
    page: fc.nat(2),
    where: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat(4),
    text: fc.string({ maxLength: 4 }).map((text) => text.replaceAll('\0', '0')),
    wait: fc.nat(6),
  }),
  { maxLength: 25 },
)
const fates = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.nat(8) },
    { weight: 1, arbitrary: fc.constantFrom('lost' as const, 'answer lost' as const) },
  ),
  { minLength: 1, maxLength: 40 },
)

test('three pages that type simultaneously over an unreliable connection end with one text, and so does the server', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 30 }), edits, fates, async (text, given, weathers) => {
      const server = makeServer(text.replaceAll('\0', ''))
      let at = 0
      const weather = () => (at < weathers.length ? weathers[at++]! : 1)
      const pages = ['a', 'b', 'c'].map((name) => makePage(server, name, weather))

      for (const { page, wait, ...edit } of given) {
        pages[page]!.edit(edit.where, edit.removed, edit.text)
        await runEventLoopTurns(wait)
        for (const { sync } of pages) sync.receiveVersion(server.version())
      }
      await waitUntilSynced(pages, server)

      for (const { view } of pages) expect(view.state.doc.toString()).toBe(server.text())
    }),
    { numRuns: 150 },
  )
})

/** Resolves when every page has every update. */
async function waitUntilSynced(pages: ReturnType<typeof makePage>[], server: Server): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet += 1) {
    const before = server.version()
    for (const { sync } of pages) sync.receiveVersion(server.version())
    await runEventLoopTurns(400)
    if (server.version() !== before || pages.some(({ sync }) => sync.hasUnsent())) quiet = -1
  }
}

test('nothing that was typed is lost when others type elsewhere', async () => {
  const server = makeServer('one two three')
  const [left, right] = ['left', 'right'].map((name) => makePage(server, name, () => 2))

  left!.edit(0, 3, 'ONE')
  right!.edit(1, 0, ' four')
  await waitUntilSynced([left!, right!], server)

  expect(server.text()).toBe('ONE two three four')
})

test('text typed offline is merged into the text that the server restarts with', async () => {
  const server = makeServer('Dear Ada,\nyours')
  let restarted: string | undefined
  const page = makePage(server, 'page', () => 1)
  const view = page.view
  const sync = syncDocument({
    view,
    documentId: 'one',
    onChange: () => {},
    pause: () => runEventLoopTurns(1),
    waitForBatch: () => runEventLoopTurns(1),
    push: async () => ({ outcome: 'start-over' }),
    onReset(reapply) {
      restarted = reapply?.('Dearest Ada,\nyours')
    },
  })
  view.dispatch({ changes: { from: view.state.doc.length, insert: ' truly' } })
  sync.onEdit()
  await runEventLoopTurns(20)

  expect(restarted).toBe('Dearest Ada,\nyours truly')
})

test.each([
  ['the same text', 'abc', 'abc'],
  ['a word put in', 'one three', 'one two three'],
  ['a repeated letter put in', 'aa', 'aaa'],
  ['everything gone', 'abc', ''],
])('the change between two texts makes the second of the first: %s', (_what, before, after) => {
  expect(
    changeBetween(before, after)
      .apply(EditorState.create({ doc: before }).doc)
      .toString(),
  ).toBe(after)
})
