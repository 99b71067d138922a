import { expect, test } from 'vitest'
import { makeSkillDocument, makeSkillSetDocument } from '../testing/factories.ts'
import { observeCalls, observeOutcome } from './observe-run.ts'

const CODE = 'await context.tools.vault.readFile({ path: `reports/` + year }); total = sum/count/2'
const LONG = 'x'.repeat(49)

const observed = (definition: string) => {
  const skill = { ...makeSkillDocument(), definition }
  return { skill, document: makeSkillSetDocument({ skills: [skill] }) }
}

function placesOf(path: string, definition: string): string[] {
  const { onCall, list } = observeCalls(async () => null, observed(definition))
  onCall(
    { method: 'callTool', params: { name: 'vault.readFile', args: { path } } },
    AbortSignal.timeout(1_000),
  )
  return list().flatMap(({ kind, object }) => (kind === 'vault_read' ? [object] : []))
}

test.each([
  ['a folder with which a text of the code begins', 'reports/2026.md', 'reports/**'],
  ['the end of a folder of the code', 'orts/2026.md', '**'],
  ['any part of the code', `${CODE.slice(0, CODE.indexOf('/'))}/2026.md`, '**'],
  ['a folder of another path', 'private/2026.md', '**'],
  ['a folder of more than 48 characters', `${LONG}/2026.md`, '**'],
])(
  'a place in the vault is a folder that the code names, not what the caller chose: %s',
  (_, path, place) => {
    expect(placesOf(path, `${CODE}; open('${LONG}/a')`)).toEqual([place])
  },
)

test('an object of more than 300 characters is counted together with others of its kind', () => {
  const request = {
    ...{
      method: 'GET',
      host: 'api.example',
      path: `/${'a'.repeat(300)}`,
      query: [],
      headers: [],
      secrets: [],
    },
    ...{ calls: 1, statuses: { '2xx': 1 }, sentBytes: 0, maxSentBytes: 0, receivedBytes: 0 },
  }
  const outcome = { kind: 'returned' as const, value: null, durationMs: 1, logs: [], observed: [request] }
  expect(observeOutcome(outcome, { ...observed(''), calls: [] }).lines).toMatchObject([
    { kind: 'request', object: '{other}' },
  ])
})
