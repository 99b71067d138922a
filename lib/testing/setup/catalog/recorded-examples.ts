// A SkillSet whose skill reads a host of this machine, with a secret or without.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import type { SkillDocument, SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { jsonColumn } from '../../../kernel/db/json-column.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import type { Json, JsonSchema } from '../../../kernel/json/json.ts'
import { checkDraft } from '../../../publishing/drafts/check-draft.ts'
import { keepRecording, recordExample } from '../../../publishing/drafts/record-example.ts'
import { saveTestSettings } from '../../../publishing/drafts/test-settings.ts'
import { connectSandbox } from '../../../sandbox/sandbox-client.ts'
import { makeSkillDocument } from '../../factories.ts'
import { makeChatDocument, SECRET, setUpTestSettings } from './test-settings.ts'

export const READ_TOTAL = `export default async function handler({ parameters, config }) {
  const answer = await fetch('https://chat.example/totals', { headers: { authorization: 'Bearer ' + config.token } })
  const { total, token } = await answer.json()
  return { message: 'Done.', total, token, at: Math.random() }
}`

const OUTPUT: JsonSchema = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    total: { type: 'number' },
    token: { type: 'string' },
    at: { type: 'number' },
  },
  required: ['total'],
}

export const makeTotals = (changes: Partial<SkillDocument> = {}): SkillSetDocument => ({
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

/** The same without a secret. */
export const makeOpenTotals = (): SkillSetDocument => ({
  ...makeTotals({ definition: READ_TOTAL.replace(' + config.token', " + 'open'") }),
  configDefinitions: [],
  permissions: { network: ['chat.example'] },
})

/** Answers requests to chat.example with `total` and the token that was sent. */
export function setUpTotals() {
  const server = http.createServer((request, response) => {
    host.authorizations.push(request.headers.authorization)
    response.setHeader('content-type', 'application/json')
    const { total, filler } = host
    response.end(JSON.stringify({ total, token: request.headers.authorization, filler }))
  })
  const listen = () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = {
    total: 10,
    filler: '',
    authorizations: [] as (string | undefined)[],
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
  beforeAll(listen)
  afterAll(() => {
    vi.unstubAllEnvs()
    server.close()
  })
  beforeEach(async () => {
    if (!server.listening) await listen()
    host.total = 10
    host.filler = ''
    host.authorizations = []
    vi.stubEnv('GUILDHALL_DRAFT_HOSTS', `chat.example=127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  return host
}

export async function makeTotalsDraft(document = makeTotals()) {
  const draft = await setUpTestSettings(document)
  const { skillSetId } = draft
  const owner = { ...draft.owner, sandbox: connectSandbox() }
  if (document.configDefinitions?.length)
    await saveTestSettings(owner, { skillSetId, changes: { token: { kind: 'set', value: SECRET } } })
  const request = { skillSetId, skillSlug: 'totals', exampleIndex: 0 }
  const change = (next: SkillSetDocument) =>
    database().draft.update({ where: { skillSetId }, data: { document: jsonColumn(next as Json) } })
  const keep = async () => {
    const { id } = await recordExample(owner, request)
    await keepRecording(owner, { skillSetId, id })
    return id
  }
  const checkExamples = async () => {
    const { lines } = await checkDraft(owner, { skillSetId, maxPrice: '0' })
    return lines.find(({ id }) => id === 'examples')
  }
  return { ...draft, owner, request, change, keep, checkExamples }
}
