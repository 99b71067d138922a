// How many malicious handlers are named before approval, how many at their first use, and how many never.
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BehaviourProfile,
  compareProfiles,
  EMPTY_PROFILE,
  listToAcknowledge,
  mergeLines,
  mergeProfiles,
} from '../../lib/behaviour/model/behaviour-profile.ts'
import { observeCalls, observeOutcome } from '../../lib/behaviour/observe-run.ts'
import { listStaticBehaviour } from '../../lib/behaviour/static-behaviour.ts'
import { checkDocument } from '../../lib/contracts/checks/check-document.ts'
import type { SkillSetDocument } from '../../lib/contracts/document/skillset-document.ts'
import { AppError } from '../../lib/kernel/errors.ts'
import type { Json } from '../../lib/kernel/json/json.ts'
import { reviewHints } from '../../lib/publishing/review/read/review-hints.ts'
import { PYTHON_LIMITS, type SandboxJob } from '../../lib/sandbox/sandbox.ts'
import { connectSandbox } from '../../lib/sandbox/sandbox-client.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../../lib/testing/factories.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { pythonReady } from '../../lib/testing/wait-for-python.ts'
import { MALICIOUS_HANDLERS, type MaliciousHandler, wrap } from './malicious/handlers.ts'

let isLaterAtHost = false
const origin = http.createServer(async (request, response) => {
  await text(request)
  if (request.url === '/v1/moved') response.writeHead(302, { location: 'https://evil.example/' })
  else response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ rate: 1.1, text: isLaterAtHost ? 'go on' : 'ok' }))
})
let network: Pick<SandboxJob, 'network' | 'ownHosts'>

beforeAll(async () => {
  await pythonReady(connectSandbox())
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve))
  const { port: mockPort } = origin.address() as AddressInfo
  network = {
    network: ['api.example', '*.cdn.example'],
    ownHosts: ['api.example', 'a note of.cdn.example'].map((host) => ({ host, mockPort })),
  }
})
afterAll(() => {
  origin.closeAllConnections()
  origin.close()
})

const PLACEHOLDER = `sbxsec_${'p'.repeat(24)}`
const EXAMPLE = { currency: 'EUR', note: 'secretnote' }

function makeDocument({ runtime, prompt }: Partial<MaliciousHandler>, definition: string): SkillSetDocument {
  return makeSkillSetDocument({
    configDefinitions: [{ key: 'token', label: 'Key', type: 'SECRET', required: true, order: 1 }],
    permissions: {
      network: ['api.example', '*.cdn.example'],
      secrets: [{ key: 'token', hosts: ['api.example'] }],
      ...(runtime && {}),
    },
    skills: [
      makeSkillDocument({
        slug: 'rate',
        ...(runtime && { runtime }),
        ...(prompt !== undefined && { prompt }),
        definition,
        parameters: {
          type: 'object',
          properties: { currency: { type: 'string' }, note: { type: 'string' } },
          required: ['currency', 'note'],
        },
        response: {
          type: 'object',
          properties: { message: { type: 'string' }, rate: { type: 'number' } },
          required: ['message', 'rate'],
        },
        examples: [{ title: 'Euro', input: EXAMPLE }],
      }),
    ],
  })
}

async function observe(
  document: SkillSetDocument,
  { parameters = EXAMPLE, context = {} }: { parameters?: Json; context?: Record<string, string> } = {},
): Promise<BehaviourProfile> {
  const [skill] = document.skills
  if (!skill) throw new Error('The document has no skill.')
  const calls = observeCalls(() => Promise.reject(new AppError('POLICY_DENIED')), { document, skill })
  const runtime = skill.runtime ?? 'javascript'
  const job = makeJob(skill.definition ?? '', {
    ...network,
    runtime,
    ...(runtime === 'python' && { limits: PYTHON_LIMITS }),
    parameters,
    config: { token: PLACEHOLDER },
    secrets: [{ key: 'token', value: 's3cret-value', placeholder: PLACEHOLDER, hosts: ['api.example'] }],
    context: { organizationName: 'The publisher', timezone: 'UTC', ...context },
  })
  const outcome = await connectSandbox().execute(job, { onCall: calls.onCall })
  const profile = observeOutcome(outcome, { document, skill, calls: calls.list() })
  return { ...profile, lines: mergeLines(profile.lines, listStaticBehaviour(document, [])) }
}

const codeOf = ({ definition, body = '' }: Partial<MaliciousHandler>, isLater: boolean) =>
  (definition ?? wrap(body)).replaceAll('LATER', String(isLater))

type Named = 'before approval' | 'at first use' | 'never'

async function judge(
  handler: MaliciousHandler,
  known: BehaviourProfile,
): Promise<{ named: Named; by: string[] }> {
  const honest = makeDocument({ ...(handler.runtime && { runtime: handler.runtime }) }, wrap(''))
  const shown = makeDocument(handler, codeOf(handler, false))
  isLaterAtHost = false
  const ofExamples = await observe(shown)
  const before = [
    ...checkDocument(shown as Json).map(({ message }) => message),
    ...reviewHints(shown, { permissions: [], examples: [], approved: honest }).map(
      ({ sentence }) => sentence,
    ),
    ...listToAcknowledge(compareProfiles(known, ofExamples)),
  ]
  if (before.length > 0) return { named: 'before approval', by: before }
  const { organizationName, timezone, currency, isLaterAtHost: isLater = false } = handler.uses ?? {}
  isLaterAtHost = isLater
  const inProduction = await observe(makeDocument(handler, codeOf(handler, true)), {
    parameters: { ...EXAMPLE, ...(currency && { currency }) },
    context: { ...(organizationName && { organizationName }), ...(timezone && { timezone }) },
  })
  const first = compareProfiles(mergeProfiles(known, ofExamples), inProduction).added
  return first.length > 0
    ? { named: 'at first use', by: first.map(({ object }) => object) }
    : { named: 'never', by: [] }
}

const DOCUMENT = fs.readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')

test('the figures of malicious handlers in docs/security.md are those of this run', async () => {
  const javascript = await observe(makeDocument({}, wrap('')))
  expect(reviewHints(makeDocument({}, wrap('')), { permissions: [], examples: [] })).toEqual([])
  expect(javascript.lines.map(({ object }) => object)).toEqual([
    'GET api.example/v1/rates',
    'GET api.example/v1/rates ?base',
    'token → api.example',
  ])
  const judged: (MaliciousHandler & { named: Named })[] = []
  for (const handler of MALICIOUS_HANDLERS)
    judged.push({ ...handler, ...(await judge(handler, mergeProfiles(EMPTY_PROFILE, javascript))) })

  const count = (named: Named) => judged.filter((each) => each.named === named).length
  expect(judged).toHaveLength(30)
  const rows = judged.map(({ kind, name, named }) => `| ${kind} | ${name} | ${named} |`)
  const figures = `Of 30 malicious handlers, ${count('before approval')} are named before approval, ${count('at first use')} at their first use, and ${count('never')} never.`
  const missing = [figures, ...rows].filter((line) => !DOCUMENT.includes(line))
  expect(missing).toEqual([])
})
