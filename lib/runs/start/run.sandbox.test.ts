import { expect, test } from 'vitest'
import { saveConfigValues } from '../../config/save-config-values.ts'
import type {
  ConfigDefinition,
  SkillDocument,
  SkillSetDocument,
} from '../../contracts/document/skillset-document.ts'
import { install, upgrade } from '../../installs/change-install.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { pythonReady } from '../../testing/wait-for-python.ts'
import { cancelRun } from '../lifecycle/cancel-run.ts'
import { runToEnd, startRun } from './start-run.ts'

const ADA = { name: 'Ada' }

async function publish(
  definition: string,
  skill: Partial<SkillDocument> = {},
  set: Partial<SkillSetDocument> = {},
) {
  const user = await makeUser()
  const ctx = await contextFor(user, { sandbox: connectSandbox() })
  const document = makeSkillSetDocument({ skills: [makeSkillDocument({ definition, ...skill })], ...set })
  const version = await makePublishedVersion({ document })
  return { ctx, version, skill: { name: version.skillName } }
}

test('a handler that behaves is run with its input and its context', async () => {
  const { ctx, skill } = await publish(`async function handler({ parameters, context }) {
    console.log('greeting', parameters.name)
    return { message: 'Hello, ' + parameters.name + ' of ' + context.organizationName + '!' }
  }`)

  const run = await runToEnd(ctx, { skill, args: ADA })

  expect(run).toMatchObject({
    state: 'succeeded',
    output: { message: `Hello, Ada of ${ctx.viewer?.organisationName}!` },
    logs: [{ text: 'greeting Ada' }],
  })
  expect(run.durationMs).toBeGreaterThanOrEqual(0)
})

test('a handler that throws fails with its message', async () => {
  const { ctx, skill } = await publish(`async function handler() { throw new Error('No luck today.') }`)

  const run = await runToEnd(ctx, { skill, args: ADA })

  expect(run).toMatchObject({ state: 'failed', error: { code: 'SKILL_ERROR', message: 'No luck today.' } })
})

test('a standard code thrown by a handler is preserved', async () => {
  const { ctx, skill } = await publish(`async function handler() {
    throw { code: 'NOT_FOUND', message: 'There is no order 7.', recoverable: true, suggested_action: 'Check the number.' }
  }`)

  const run = await runToEnd(ctx, { skill, args: ADA })

  expect(run.error).toMatchObject({
    code: 'NOT_FOUND',
    message: 'There is no order 7.',
    recoverable: true,
    suggested_action: 'Check the number.',
  })
})

test('a handler that never ends is ended, and its neighbour does not notice', async () => {
  const busy = await publish('async function handler() { while (true) {} }', { limits: { timeoutMs: 700 } })
  const calm = await publish(`async function handler() { return { message: 'Here.' } }`)

  const [stuck, fine] = await Promise.all([
    runToEnd(busy.ctx, { skill: busy.skill, args: ADA }),
    runToEnd(calm.ctx, { skill: calm.skill, args: ADA }),
  ])

  expect(stuck).toMatchObject({
    state: 'timed_out',
    error: { code: 'TOOL_TIMEOUT', details: [{ params: { limit: 'wall' } }] },
  })
  expect(fine).toMatchObject({ state: 'succeeded' })
})

test('a handler that breaks its contract has its result withheld', async () => {
  const { ctx, skill } = await publish('async function handler() { return { message: 7, leak: "inside" } }')

  const run = await runToEnd(ctx, { skill, args: ADA })

  expect(run).toMatchObject({ state: 'failed', error: { code: 'OUTPUT_CONTRACT_VIOLATION' } })
  expect(JSON.stringify(run)).not.toContain('inside')
})

test('a handler that floods the console has its log cut, and is delivered', async () => {
  const { ctx, skill } = await publish(`async function handler() {
    for (let line = 0; line < 5000; line++) console.log('line ' + line + ' ' + 'x'.repeat(100))
    return { message: 'Done.' }
  }`)

  const run = await runToEnd(ctx, { skill, args: ADA })

  expect(run.state).toBe('succeeded')
  expect(run.logs.length).toBeLessThanOrEqual(1_001)
  expect(JSON.stringify(run.logs).length).toBeLessThan(128 * 1024)
  expect(run.logs.at(-1)?.text).toContain('cut')
})

test('a handler that returns too much fails by its limit', async () => {
  const { ctx, skill } = await publish(
    `async function handler() { return { message: 'x'.repeat(5 * 1024 * 1024) } }`,
  )

  const run = await runToEnd(ctx, { skill, args: ADA })

  expect(run).toMatchObject({
    state: 'failed',
    error: { code: 'SKILL_ERROR', details: [{ params: { limit: 'output' } }] },
  })
})

test('a secret never enters the sandbox, and is removed from output, log and error when it is guessed', async () => {
  const configDefinitions: ConfigDefinition[] = [
    { key: 'api_key', label: 'API key', type: 'SECRET', required: true, order: 1 },
  ]
  const { ctx, version, skill } = await publish(
    `async function handler({ config, parameters }) {
      console.log('key', config.api_key, parameters.name, btoa(parameters.name))
      if (parameters.name === 'throw') throw new Error('bad key sk-live-0123456789')
      return { message: config.api_key + ' ' + parameters.name }
    }`,
    {},
    { configDefinitions },
  )
  const ref = { publisher: version.skillSet.publisher.handle, skillset: version.skillSet.slug }
  await saveConfigValues(ctx, ref, { api_key: { kind: 'set', value: 'sk-live-0123456789' } })

  const returned = await runToEnd(ctx, { skill, args: { name: 'sk-live-0123456789' } })
  const threw = await runToEnd(ctx, { skill, args: { name: 'throw' } })

  for (const run of [returned, threw]) {
    const row = await database().run.findUniqueOrThrow({ where: { id: run.id } })
    const recorded = JSON.stringify([run, row], (_, each) => (typeof each === 'bigint' ? `${each}` : each))
    expect(recorded).not.toContain('sk-live-0123456789')
    expect(recorded).not.toContain(btoa('sk-live-0123456789'))
  }
  expect(JSON.stringify(returned.output)).toContain('[redacted: api_key]')
  expect(threw.error?.message).toBe('bad key [redacted: api_key]')
})

test('a run is cancelled while it waits for something', async () => {
  const { ctx, skill } = await publish(
    `async function handler() { await new Promise((resolve) => setTimeout(resolve, 9000)); return { message: 'Late.' } }`,
  )
  const { run, ended } = await startRun(ctx, { skill, args: ADA })
  await expect
    .poll(async () => (await database().run.findUnique({ where: { id: run.id } }))?.state)
    .toBe('running')

  await cancelRun(ctx, run.id)

  expect(await ended).toMatchObject({ state: 'cancelled' })
})

test('progress is visible while the run is active, and stored', async () => {
  const { ctx, skill } = await publish(`async function handler({ context }) {
    context.progress(0.5, 'Half way')
    await new Promise(() => {})
  }`)
  const { run, ended } = await startRun(ctx, { skill, args: ADA })

  await expect
    .poll(() => database().run.findUnique({ where: { id: run.id } }))
    .toMatchObject({ state: 'running', progressNote: 'Half way' })
  await cancelRun(ctx, run.id)

  expect(await ended).toMatchObject({ state: 'cancelled', progress: 0.5 })
})

test('the network requests of a run are recorded, with reasons for refusals', async () => {
  const { ctx, skill } = await publish(
    `async function handler() {
       const why = await fetch('http://169.254.169.254/latest').catch((error) => error.message)
       return { message: why }
     }`,
    {},
    { permissions: { network: ['169.254.169.254', 'api.example.com'] } },
  )

  const run = await runToEnd(ctx, { skill, args: ADA })

  expect(run).toMatchObject({
    state: 'succeeded',
    output: { message: '169.254.169.254 is not on the public internet.' },
    requests: [
      { method: 'GET', host: '169.254.169.254', refused: expect.stringContaining('not on the public') },
    ],
  })
})

test('a skill for any public web address reaches the host that its caller entered, and no other', async () => {
  const { ctx, skill } = await publish(
    `async function handler({ parameters }) {
       const why = (url) => fetch(url).catch((error) => error.message)
       return { message: [await why(parameters.url), await why('http://other.example/')].join(' ') }
     }`,
    {
      parameters: {
        type: 'object',
        properties: { url: { type: 'string', format: 'uri' } },
        required: ['url'],
      },
    },
    { permissions: { urlParameters: ['url'] } },
  )
  const messageFor = async (url: string) => (await runToEnd(ctx, { skill, args: { url } })).output

  const undeclared = 'This skill does not declare the host other.example in permissions.network.'
  expect(await messageFor('http://no-such-host.invalid/page')).toEqual({
    message: `There is no host no-such-host.invalid. ${undeclared}`,
  })
  for (const host of ['169.254.169.254', '10.0.0.1', 'localhost', '[::1]'])
    expect(await messageFor(`http://${host}/`)).toEqual({
      message: `${host.replace(/[[\]]/g, '')} is not on the public internet. ${undeclared}`,
    })
})

test('a new version for any public web address reaches none for an organisation until its consent', async () => {
  const definition = `async function handler({ parameters }) {
    return { message: await fetch(parameters.url).catch((error) => error.message) }
  }`
  const url = { type: 'string', format: 'uri' }
  const parameters = { type: 'object', properties: { url }, required: ['url'] }
  const { ctx, version, skill } = await publish(
    definition,
    { parameters },
    { permissions: { network: ['a.example'] } },
  )
  const { skillSet } = version
  const ref = { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
  await install(ctx, ref, { versionId: version.id, range: '^1', consent: true })
  const wider = await makePublishedVersion({
    skillSet,
    document: {
      ...skillSet.document,
      version: '1.1.0',
      permissions: { network: ['a.example'], urlParameters: ['url'] },
    },
  })
  const message = async () =>
    (await runToEnd(ctx, { skill, args: { url: 'http://no-such-host.invalid/' } })).output

  const before = {
    message: 'This skill does not declare the host no-such-host.invalid in permissions.network.',
  }
  expect(await message()).toEqual(before)
  const step = { fromVersionId: version.id, versionId: wider.id, range: '^1' }
  await expect(upgrade(ctx, ref, { ...step, consent: false })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
  })
  expect(await message()).toEqual(before)
  await upgrade(ctx, ref, { ...step, consent: true })
  expect(await message()).toEqual({ message: 'There is no host no-such-host.invalid.' })
})

test('a loop ends by the processor time that a skill may have', async () => {
  const { ctx, skill } = await publish('async function handler() { for (;;); }')

  const run = await runToEnd(ctx, { skill, args: ADA })

  expect(run).toMatchObject({
    state: 'timed_out',
    error: { code: 'TOOL_TIMEOUT', details: [{ params: { limit: 'cpu' } }] },
  })
})

test('a Python skill is run, checked and recorded like a JavaScript one', async () => {
  await pythonReady(connectSandbox())
  const { ctx, skill } = await publish(
    'import runtime\n\ndef main(args):\n    runtime.log("greeting", args["name"])\n    return {"message": f"Hello, {args[\'name\']} of {runtime.context[\'organizationName\']}!"}',
    { runtime: 'python' },
  )

  expect(await runToEnd(ctx, { skill, args: ADA })).toMatchObject({
    state: 'succeeded',
    output: { message: `Hello, Ada of ${ctx.viewer?.organisationName}!` },
    logs: [{ text: 'greeting Ada' }],
  })
})
