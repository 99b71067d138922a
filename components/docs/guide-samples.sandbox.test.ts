/**
 * Runs the programs of the guide and of the Code tab as a reader does: in a new folder, with the SDK that the site serves
 * and the Node of the machine, not the one that runs Guildhall.
 */
import { execFile, spawnSync } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '#lib/auth/manage-api-keys.ts'
import { createAutomation } from '#lib/automations/manage-automations.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { createPlan } from '#lib/plans/saved/saved-plans.ts'
import { contextForOperator } from '#lib/protocols/session/context/context-for-operator.ts'
import { sdkInstall, typescriptCall } from '#lib/protocols/snippets/call-snippets.ts'
import { importDocumentInto } from '#lib/publishing/drafts/import-document.ts'
import { saveDraft } from '#lib/publishing/drafts/save-draft.ts'
import { submitDraft } from '#lib/publishing/review/submit/submit-draft.ts'
import { runToEnd } from '#lib/runs/start/start-run.ts'
import { serveSite } from '#lib/testing/api-routes.ts'
import { makeDraft, makePublisher, makeSkillDocument } from '#lib/testing/factories.ts'
import { HOST_PATH, isOnHost, withHostNode } from '#lib/testing/host-node.ts'
import { publishSkills } from '#lib/testing/setup/runs/calling-skills.ts'
import { skipUnless } from '#lib/testing/skip-unless.ts'
import { seedMarket } from '#prisma/seed.ts'
import { guidePage, guidePages } from './guide.ts'
import { EXAMPLE_PLAN, GUIDE_SAMPLES } from './guide-samples.ts'

const run = promisify(execFile)

const TEXT = 'Two words.'
const SKILL = 'guildhall.text_tools.text_statistics'

let key: string
let origin: string
let close: () => void
let folder: string
let automation: { id: string; token?: string }

beforeAll(async () => {
  await run(process.execPath, ['bin/build-sdk.ts'])
  await seedMarket()
  const ctx = await contextForOperator({ email: 'user@demo.local' })
  key = (await createKey(ctx, { name: 'A key', scopes: ['read', 'run', 'write'], expiresInDays: 1 })).key
  automation = await createAutomation(ctx, {
    title: 'On a message',
    skill: SKILL,
    input: { text: TEXT },
    trigger: { kind: 'webhook' },
  })
  await createPlan(ctx, { title: 'Weekly report', text: JSON.stringify(EXAMPLE_PLAN) })
  ;({ origin, close } = await serveSite())
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'guildhall-reader-'))
  if (!withHostNode.skip) await typed(sdkInstall(origin))
})

afterAll(async () => {
  close()
  await fs.rm(folder, { recursive: true })
})

/** Runs the commands in the reader's folder, without the environment of this process. */
async function typed(commands: string): Promise<string> {
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'development',
    PATH: HOST_PATH,
    HOME: folder,
    GUILDHALL_KEY: key,
    TOKEN: automation.token,
    npm_config_audit: 'false',
  }
  return (await run('sh', ['-ec', commands], { env, cwd: folder })).stdout
}

/** Saves the samples of a page under the names in their titles. */
async function saveSamples(page: string): Promise<string[]> {
  const blocks = guidePage(page)?.sections.flatMap((section) => section.blocks) ?? []
  const names: string[] = []
  for (const block of blocks) {
    const name = block.kind === 'sample' && /^[\w-]+\.mjs/.exec(block.label)?.[0]
    if (!name) continue
    await fs.writeFile(path.join(folder, name), GUIDE_SAMPLES[block.name]!(origin))
    names.push(name)
  }
  return names
}

test('the programs of the page about the SDK run in its order', withHostNode, async () => {
  const names = await saveSamples('sdk')
  const outputs = []
  for (const name of names) outputs.push(await typed(`node ${name}`))

  expect(names).toEqual(['research.mjs', 'publish-file.mjs', 'call-remote.mjs'])
  expect(outputs[2]).toContain('words: 2')
})

test('the SkillSet of the page about the SDK passes every check and is submitted', withHostNode, async () => {
  await saveSamples('sdk')
  await typed('node publish-file.mjs')
  const text = await fs.readFile(path.join(folder, 'skillset.json'), 'utf8')
  const publisher = await makePublisher()
  const author = await contextForOperator({ email: publisher.owner.email })
  const { id: skillSetId } = await makeDraft({ publisher })

  const { document } = await importDocumentInto(author, { skillSetId, text })
  await saveDraft(author, { skillSetId, document: document as Json, revision: 1 })

  expect(await submitDraft(author, { skillSetId })).toMatchObject({ state: 'IN_REVIEW', number: '1.0.0' })
})

test('the JavaScript of the quickstart runs', withHostNode, async () => {
  expect(await saveSamples('quickstart')).toEqual(['quickstart.mjs'])
  expect(await typed('node quickstart.mjs')).toMatch(/words: 2/)
})

describe('the program of the Code tab', () => {
  const save = async (args: Json) => {
    const text = typescriptCall({ origin, name: SKILL, version: '1.1.0', args })
    await fs.writeFile(path.join(folder, 'call.mjs'), text)
  }

  test('the program of the Code tab prints the output of the skill', withHostNode, async () => {
    await save({ text: TEXT })

    expect(await typed('node call.mjs')).toContain('words: 2')
  })

  test('the program of the Code tab prints the field of a refused input', withHostNode, async () => {
    await save({ text: 5, more: true })

    await expect(typed('node call.mjs')).rejects.toMatchObject({
      stderr: expect.stringMatching(/ValidationError[\s\S]*\/more/),
    })
  })
})

const CURL = guidePages().flatMap(({ name, sections }) =>
  sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((block): [page: string, label: string, command: (origin: string) => string][] => {
      if (block.kind === 'code' && block.text.startsWith('curl'))
        return [[name, block.label, (origin) => block.text.replaceAll('{{origin}}', origin)]]
      const write = block.kind === 'sample' ? GUIDE_SAMPLES[block.name] : undefined
      return write?.('').startsWith('curl') ? [[name, (block as { label: string }).label, write]] : []
    }),
)

describe('the commands of the guide with curl', () => {
  const withCurl = skipUnless(isOnHost('curl'), 'needs curl')
  let runId: string

  beforeAll(async () => {
    const headers = { authorization: `Bearer ${key}` }
    const file = { method: 'PUT', headers, body: '# Today\n' }
    expect((await fetch(`${origin}/api/vault/file?path=Notes/Today.md`, file)).ok).toBe(true)
    const call = { method: 'POST', headers, body: JSON.stringify({ args: { text: TEXT } }) }
    runId = (await (await fetch(`${origin}/api/skills/${SKILL}/runs`, call)).json()).run_id
    await fs.writeFile(path.join(folder, 'sales.csv'), 'month,sales\n1,2\n')
  })

  test.each(CURL)(
    'a curl command of the guide is answered: %s, %s',
    withCurl,
    async (_page, _label, command) => {
      const text = command(origin).replace('RUN_ID', runId).replace('AUTOMATION_ID', automation.id)
      const answer = await typed(`${text} --silent --show-error --fail-with-body`)

      expect(answer).not.toBe('')
      expect(answer).not.toContain('"error"')
    },
  )

  test('curl commands are found on every page of the guide that has some', () => {
    expect([...new Set(CURL.map(([page]) => page))].sort()).toEqual([
      'api',
      'automations',
      'quickstart',
      'rpc',
      'tools',
    ])
  })
})

test('the programs of the page about the SDK also run as TypeScript', async () => {
  for (const name of await saveSamples('sdk')) {
    const text = await fs.readFile(path.join(folder, name), 'utf8')
    await fs.writeFile(path.join(folder, name.replace('.mjs', '.mts')), text.replaceAll(".mjs'", ".mts'"))
  }

  await typed(`${process.execPath} publish-file.mts`)

  expect(await typed(`${process.execPath} call-remote.mts`)).toContain('words: 2')
})

/** A model that calls a skill and then repeats the answer. The APIs of models cannot be reached by a test. */
const OPENAI = `export default class OpenAI {
  chat = { completions: { create: async ({ messages, tools }) => {
    const name = tools.at(-1).function.name
    const call = { id: 'call_1', type: 'function', function: { name, arguments: process.env.CALL } }
    const last = messages.at(-1)
    const message = last.role === 'tool' ? { content: last.content } : { content: null, tool_calls: [call] }
    return { choices: [{ message: { role: 'assistant', ...message } }] }
  } } }
}`
const ANTHROPIC = `import json, os
from types import SimpleNamespace as Of

def create(model, max_tokens, messages, tools):
    last = messages[-1]["content"]
    if isinstance(last, list):
        return Of(content=[Of(type="text", text=last[0]["content"])])
    return Of(content=[Of(type="tool_use", id="call_1", name=tools[-1]["name"], input=json.loads(os.environ["CALL"]))])

def Anthropic():
    return Of(messages=Of(create=create))
`

describe('the programs that give skills to a model', () => {
  const program = (label: RegExp) => {
    const blocks = guidePage('rpc')?.sections.flatMap((section) => section.blocks) ?? []
    const block = blocks.find((each) => each.kind === 'code' && label.test(each.label))
    return (block as { text: string }).text.replaceAll('{{origin}}', origin)
  }
  const call = JSON.stringify({ name: SKILL, args: { text: TEXT } })

  test('the program of the guide for OpenAI runs the skill that the model calls', withHostNode, async () => {
    const library = path.join(folder, 'node_modules/openai')
    await fs.mkdir(library)
    await fs.writeFile(path.join(library, 'package.json'), '{"type":"module","exports":"./index.js"}')
    await fs.writeFile(path.join(library, 'index.js'), OPENAI)
    await fs.writeFile(path.join(folder, 'openai.mjs'), program(/^OpenAI/))

    expect(await typed(`MODEL=any CALL='${call}' node openai.mjs`)).toContain('"words":2')
  })

  const hasRequests =
    spawnSync('python3', ['-c', 'import requests'], { env: { NODE_ENV: 'test', PATH: HOST_PATH } }).status ===
    0
  const withPython = skipUnless(hasRequests, 'needs python3 with requests')
  test('the program of the guide for Anthropic runs the skill that the model calls', withPython, async () => {
    await fs.writeFile(path.join(folder, 'anthropic.py'), ANTHROPIC)
    await fs.writeFile(path.join(folder, 'claude.py'), program(/^Anthropic/))

    expect(await typed(`MODEL=any CALL='${call}' python3 claude.py`)).toContain('"words":2')
  })
})

test('the handler of the page about handlers calls a tool and a skill, and writes a blob', async () => {
  const [block] = guidePage('handler')?.sections.flatMap(({ blocks }) => blocks) ?? []
  const definition = block?.kind === 'code' ? block.text : ''
  const parameters = { type: 'object', additionalProperties: true }
  const properties = { message: { type: 'string' }, blob: { type: 'string', format: 'blob' } }
  const skill = makeSkillDocument({ definition, parameters, response: { type: 'object', properties } })
  const permissions = { tools: ['util.slugifyTitle'], skills: ['guildhall.text_tools.markdown_table'] }
  const publisher = await makePublisher()
  await publishSkills(publisher, 'tables', [skill], { permissions })
  const ctx = await contextForOperator({ email: publisher.owner.email })
  const args = { title: 'Tide table', columns: [{ heading: 'Port' }], rows: [['Oslo']] }

  const ended = await runToEnd(ctx, { skill: { name: `${publisher.handle}.tables.greet` }, args })

  expect(ended).toMatchObject({
    state: 'succeeded',
    output: { message: 'tide-table.md is ready.', blob: expect.stringMatching(/^blob:/) },
  })
})
