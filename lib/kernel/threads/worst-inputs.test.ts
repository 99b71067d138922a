// Documents that take long to check must not block the process.
import { expect, test } from 'vitest'
import { readHeld } from '../../catalog/read-held.ts'
import type { changesBetween } from '../../contracts/changes/changes.ts'
import { compareInThread } from '../../contracts/changes/compare-in-thread.ts'
import type { checklist } from '../../contracts/checks/checklist.ts'
import { emptyDocument, emptySkill } from '../../contracts/document/empty-document.ts'
import { warmContract } from '../../contracts/document/warm-contract.ts'
import { isKnownSchema } from '../../json-schema/parse/canonical-schema.ts'
import { inspectInThread } from '../../publishing/drafts/inspect-in-thread.ts'
import type { readBuild, readImport } from '../../publishing/drafts/read-import.ts'
import type { listAdvice } from '../../publishing/review/read/list-advice.ts'
import { longestBlockingMs, MAX_BLOCKING_MS } from '../../testing/measure-blocking-work.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { runInThread, runOncePerInput } from './run-in-thread.ts'

const OWNER = { owner: 'a publisher' }
function documentWith(count: number, make: (at: number) => [string, Json]) {
  const properties = Object.fromEntries(Array.from({ length: count }, (_, at) => make(at)))
  const parameters: JsonObject = { type: 'object', properties, additionalProperties: false }
  const response: JsonObject = { type: 'object', properties: { message: { type: 'string' } } }
  return emptyDocument({ skills: [emptySkill({ name: 'Large', parameters, response })] })
}

const fields = (change: number) => documentWith(4_000, (at) => [`field_${at}`, { maximum: at + change }])
const patterns = (end: string) =>
  documentWith(60, (at) => [`field_${at}`, { type: 'string', pattern: `^(a|b|ab){${at}}c*${end}$` }])
const ternaries = emptyDocument({
  skills: [
    {
      ...fields(0).skills[0]!,
      definition: `export const handler = () => ${'a ? (b) : c => d ? '.repeat(60)}1`,
    },
  ],
})

test.each([
  ['4,000 fields', fields(0), fields(1)],
  ['4,000 fields that all have other names', fields(0), documentWith(4_000, (at) => [`other_${at}`, {}])],
  ['patterns', patterns('x'), patterns('(x|y)')],
])('in a thread and in time, %s are compared', async (_what, before, after) => {
  const comparing = async () =>
    expect(await compareInThread(before, after, OWNER.owner)).toHaveProperty('bump')

  expect(await longestBlockingMs(comparing)).toBeLessThan(MAX_BLOCKING_MS)
})

test.each([
  ['4,000 fields', fields(0)],
  ['patterns', patterns('x')],
  ['types that take the parser for ever', ternaries],
])('in a thread and in time, %s are inspected, checked and linted', async (_what, document) => {
  const given = document as unknown as Json
  const judging = async () => {
    await inspectInThread(
      given,
      { slug: 'large', isFixed: false, rules: { categories: [], deniedHosts: [] } },
      OWNER.owner,
    )
    await runOncePerInput<typeof checklist>('checklist', [given], OWNER)
    await runOncePerInput<typeof listAdvice>('advice', [document], OWNER)
  }

  expect(await longestBlockingMs(judging)).toBeLessThan(MAX_BLOCKING_MS)
})

test('a file of many values is imported in time', async () => {
  const text = `{ values: [${'1, '.repeat(150_000)}] }`
  const importing = () => runInThread<typeof readImport>('import', [text], OWNER)

  expect(await longestBlockingMs(importing)).toBeLessThan(MAX_BLOCKING_MS)
})

test('a comparison in a thread equals a direct one, and is computed once', async () => {
  const [before, after] = [documentWith(2, (at) => [`f${at}`, {}]), documentWith(3, (at) => [`f${at}`, {}])]
  const { changesBetween: compare } = await import('../../contracts/changes/changes.ts')

  const first = await runOncePerInput<typeof changesBetween>('changes', [before, after], OWNER)

  expect(first).toEqual(compare(before, after))
})

test('a contract with thousands of patterns is read in time', async () => {
  const names = Array.from({ length: 3_000 }, (_, at): [string, Json] => [`^f${at}_[a-z]+$`, {}])
  const parameters: JsonObject = { type: 'object', patternProperties: Object.fromEntries(names) }
  const reading = () => warmContract(emptySkill({ name: 'Large', parameters }), OWNER.owner)

  expect(await longestBlockingMs(reading)).toBeLessThan(MAX_BLOCKING_MS)
  expect(isKnownSchema(parameters)).toBe(true)
})

test.each<[string, Json]>([
  ['a schema of patterns', patterns('x').skills[0]!.parameters as Json],
  [
    'a schema of fields',
    documentWith(8_000, (at) => [`f${at}`, { minimum: at }]).skills[0]!.parameters as Json,
  ],
  ['objects without a common name', { a: { b: Array.from({ length: 20_000 }, (_, at) => ({ [at]: 0 })) } }],
])('a stranger’s search does not block the process: %s', async (_what, have) => {
  const reading = async () =>
    expect(await readHeld({ viewer: null } as never, have, '/have')).toMatchObject({ issues: [] })

  expect(await longestBlockingMs(reading)).toBeLessThan(MAX_BLOCKING_MS)
})

test('a build from CI with problems in many parts is read in time', async () => {
  const parts = Array.from({ length: 150_000 }, () => ({ unknown: 1 }))
  // On a busy machine this may exceed its deadline, which is a valid outcome.
  const reading = () =>
    Promise.allSettled([runOncePerInput<typeof readBuild>('build', [{ skills: parts }], OWNER)])

  expect(await longestBlockingMs(reading)).toBeLessThan(MAX_BLOCKING_MS)
})
