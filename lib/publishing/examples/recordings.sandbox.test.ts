// Examples that reach a host: recorded live, and checked from the recording from then on.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { jsonColumn } from '../../kernel/db/json-column.ts'
import type { Json } from '../../kernel/json/json.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import { contextFor, makeSkillDocument } from '../../testing/factories.ts'
import { makeChatDocument, SECRET, setUpTestSettings } from '../../testing/setup/catalog/test-settings.ts'
import { checkDraft } from '../drafts/check-draft.ts'
import { saveTestSettings } from '../drafts/test-settings.ts'
import { deleteRecording, getRecording, keepRecording, listRecordings, recordExample } from './record-example.ts'

const db = database()

let origin: http.Server
let total: number
let authorizations: (string | undefined)[]

const open = () =>
  new Promise<void>((resolve) => {
    origin = http.createServer((request, response) => {
      authorizations.push(request.headers.authorization)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ total, token: request.headers.authorization }))
    })
    origin.listen(0, '127.0.0.1', resolve)
  })

beforeAll(open)
afterAll(() => {
  vi.unstubAllEnvs()
  origin.close()
})
beforeEach(async () => {
  if (!origin.listening) await open()
  total = 10
  authorizations = []
  vi.stubEnv('GUILDHALL_DRAFT_HOSTS', `chat.example=127.0.0.1:${(origin.address() as AddressInfo).port}`)
})

const READ_TOTAL = `export default async function handler({ parameters, config }) {
  const answer = await fetch('https://chat.example/totals', { headers: { authorization: 'Bearer ' + config.token } })
  const { total, token } = await answer.json()
  return { message: 'Done.', total, token, at: Math.random() }
}`

const OUTPUT = {
  type: 'object',
  properties: { message: { type: 'string' }, total: { type: 'number' }, token: { type: 'string' }, at: { type: 'number' } },
  required: ['total'],
} as const

const makeTotals = (changes: Partial<SkillDocument> = {}): SkillSetDocument => ({
  ...makeChatDocument(),
  permissions: { network: ['chat.example'], secrets: [{ key: 'token', hosts: ['chat.example'] }] },
  skills: [
    makeSkillDocument({
      slug: 'totals',
      definition: READ_TOTAL,
      parameters: { type: 'object', properties: {} },
      response: OUTPUT,
      examples: [{ title: 'All', input: {}, assertions: [{ kind: 'ignore', path: '/at' }] }],
      ...changes,
    }),
  ],
})

async function setUp(document = makeTotals()) {
  const draft = await setUpTestSettings(document)
  const owner = { ...draft.owner, sandbox: connectSandbox() }
  const set = { token: { kind: 'set', value: SECRET } }
  await saveTestSettings(owner, { skillSetId: draft.skillSetId, changes: set })
  const request = { skillSetId: draft.skillSetId, skillSlug: 'totals', exampleIndex: 0 }
  const change = (next: SkillSetDocument) =>
    db.draft.update({ where: { skillSetId: draft.skillSetId }, data: { document: jsonColumn(next as Json) } })
  const checkExamples = async () => {
    const { lines } = await checkDraft(owner, { skillSetId: draft.skillSetId, maxPrice: '0' })
    return lines.find(({ id }) => id === 'examples')
  }
  return { ...draft, owner, request, change, checkExamples }
}

const closeOrigin = () => new Promise((resolve) => origin.close(resolve).closeAllConnections())

test('a recorded example passes while its host is down, and fails with the path when the code changes', async () => {
  const { owner, skillSetId, request, change, checkExamples } = await setUp()
  const recording = await recordExample(owner, request)
  await keepRecording(owner, { skillSetId, id: recording.id, isPublished: false })
  await closeOrigin()

  expect(await checkExamples()).toMatchObject({ ok: true })

  await change(makeTotals({ definition: READ_TOTAL.replace('.\', total', '.\', total: total * 2') }))
  const failed = await checkExamples()

  expect(failed).toMatchObject({ ok: false })
  expect(failed?.issues[0]?.message).toContain('the output differs from the recorded one at /total.')
})

test('a recording has the requests, what differed between two runs, and no secret', async () => {
  const { owner, skillSetId, request } = await setUp()
  const recording = await recordExample(owner, request)

  expect(recording).toMatchObject({
    made: [{ kind: 'request', method: 'GET', url: 'https://chat.example/totals', status: 200 }],
    output: { total: 10 },
    noise: [{ kind: 'ignore', path: '/at' }],
    keptAtMs: null,
  })
  expect(authorizations).toEqual([`Bearer ${SECRET}`, `Bearer ${SECRET}`])
  const downloaded = await getRecording(owner, { skillSetId, id: recording.id })
  const stored = await db.exampleRecording.findUnique({ where: { id: recording.id } })
  expect(JSON.stringify([recording, downloaded])).not.toContain(SECRET)
  expect(Buffer.from(stored?.sealed ?? []).toString('latin1')).not.toContain('chat.example')
})

test('what looks like a secret in a response is named before the recording is kept', async () => {
  const { owner, request } = await setUp(
    makeTotals({ definition: READ_TOTAL.replace("'Done.'", "'sk_live_' + 'a1B2c3D4e5F6g7H8i9J0k1L2'") }),
  )

  expect((await recordExample(owner, request)).secrets).toEqual([expect.stringContaining('Stripe')])
})

test('a recording that nobody has kept is not used, and the next one replaces it', async () => {
  const { owner, skillSetId, request, checkExamples } = await setUp()
  await recordExample(owner, request)
  await recordExample(owner, request)

  expect(await listRecordings(owner, skillSetId)).toMatchObject([{ keptAtMs: null }])
  authorizations = []
  expect(await checkExamples()).toMatchObject({ ok: true })
  expect(authorizations).toHaveLength(1)
})

test('an example whose input changes runs live until it is recorded again', async () => {
  const { owner, skillSetId, request, change, checkExamples } = await setUp()
  const { id } = await recordExample(owner, request)
  await keepRecording(owner, { skillSetId, id, isPublished: false })
  await change(makeTotals({ examples: [{ title: 'All', input: { page: 2 } }] }))
  authorizations = []
  await checkExamples()

  expect(authorizations).toHaveLength(1)
})

test('an example that fails is not recorded', async () => {
  const { owner, request } = await setUp(makeTotals({ definition: READ_TOTAL.replace('const {', 'throw new Error("no"); const {') }))

  await expect(recordExample(owner, request)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  expect(await db.exampleRecording.count({ where: { skillSetId: request.skillSetId } })).toBe(0)
})

test('plain members and other people cannot record, keep, delete or read recordings', async () => {
  const { owner, member, skillSetId, request } = await setUp()
  const stranger = (await setUpTestSettings()).owner
  const { id } = await recordExample(owner, request)

  for (const [ctx, code] of [
    [{ ...member, sandbox: owner.sandbox }, 'POLICY_DENIED'],
    [stranger, 'NOT_FOUND'],
  ] as const) {
    await expect(recordExample(ctx, request)).rejects.toMatchObject({ code })
    await expect(keepRecording(ctx, { skillSetId, id, isPublished: true })).rejects.toMatchObject({ code })
    await expect(deleteRecording(ctx, { skillSetId, id })).rejects.toMatchObject({ code })
  }
  await expect(getRecording(stranger, { skillSetId, id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(listRecordings(stranger, skillSetId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getRecording(owner, { skillSetId, id: 'not-an-id' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a deleted recording is gone, and the example runs live again', async () => {
  const { owner, skillSetId, request, checkExamples } = await setUp()
  const { id } = await recordExample(owner, request)
  await keepRecording(owner, { skillSetId, id, isPublished: false })
  await deleteRecording(owner, { skillSetId, id })
  authorizations = []
  await checkExamples()

  expect(await listRecordings(owner, skillSetId)).toEqual([])
  expect(authorizations).toHaveLength(1)
})
