// Calls the tools that run skills and handle blobs through POST /rpc, with a real database and a fake sandbox.
import { describe, expect, test } from 'vitest'
import { createBlob } from '../../blobs/blobs.ts'
import { callProtocolTool } from '../../protocols/skills-protocol/protocol-tool.ts'
import { PROTOCOL_TOOLS } from '../../protocols/skills-protocol/protocol-tools.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { endsWith, returns } from '../../testing/fake-sandbox.ts'
import { call, result, setUpRpc } from '../../testing/rpc-setup.ts'
import { database } from '../db/prisma-client.ts'
import type { JsonObject } from '../json/json.ts'

const { user, publisher, press, key, publish, makeKey } = await setUpRpc()
const db = database()

describe('execute_skill', () => {
  const tool = PROTOCOL_TOOLS.find(({ name }) => name === 'execute_skill')!
  const run = async (params: JsonObject, sandbox?: Sandbox) =>
    (await callProtocolTool(await contextFor(user, { sandbox, channel: 'rpc' }), tool, params)) as JsonObject

  test('refuses the listed guide, which cannot be run', async () => {
    expect((await call('execute_skill', { name: 'skills.protocol.guide' }, key)).error).toMatchObject({
      data: { code: 'PRECONDITION_FAILED' },
    })
  })

  test('answers with a run', async () => {
    expect(await run({ name: `${press}.alpha.greet`, args: { name: 'Ada' } })).toEqual({
      run_id: expect.stringMatching(/^run_/),
      status: 'completed',
      summary: 'Hello.',
      output: { message: 'Hello.' },
      duration_ms: expect.any(Number),
      version: '1.0.0',
      contract_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      permissions_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('reports that a version is deprecated, as describe_skill does', async () => {
    const { id, skillName } = await publish({ slug: 'old' })
    const expected =
      'Version 1.0.0 has been deprecated since 2026-01-02: Use alpha. It keeps working until it is taken down.'
    await db.version.update({
      where: { id },
      data: {
        state: 'DEPRECATED',
        deprecationNotice: 'Use alpha.',
        deprecatedAt: new Date('2026-01-02T00:00:00Z'),
      },
    })

    expect(await run({ name: skillName, args: { name: 'Ada' } })).toMatchObject({ notices: [expected] })
    for (const detail of ['manifest', 'full'])
      expect(await result('describe_skill', { name: skillName, detail })).toMatchObject({
        skill: { notices: [expected] },
      })
    expect(await result('describe_skill', { name: `${press}.alpha.greet` })).not.toHaveProperty(
      'skill.notices',
    )
  })

  test('refuses input by field, before anything runs', async () => {
    const { error } = await call('execute_skill', { name: `${press}.alpha.greet`, args: {} }, key)

    expect(error).toMatchObject({
      code: -32602,
      data: { code: 'MISSING_REQUIRED_PARAM', details: [{ path: '/name' }] },
    })
  })

  test('refuses another contract than the one demanded', async () => {
    const { error } = await call(
      'execute_skill',
      { name: `${press}.alpha.greet`, args: { name: 'Ada' }, contract_hash: 'a'.repeat(64) },
      key,
    )

    expect(error).toMatchObject({ code: -32009, data: { code: 'CONFLICT' } })
  })

  test('accepts the contract hash in capitals, as every channel does', async () => {
    const name = `${press}.alpha.greet`
    const { skill } = await result('describe_skill', { name })
    const contract_hash = String((skill as JsonObject).contract_hash).toUpperCase()

    expect(await run({ name, args: { name: 'Ada' }, contract_hash })).toMatchObject({ status: 'completed' })
  })

  test('returns a failure of the handler as a result', async () => {
    const throwing = endsWith(() => ({
      kind: 'threw',
      error: { name: 'RangeError', message: 'Too far.', stack: 'RangeError: Too far.' },
      durationMs: 3,
      logs: [{ level: 'log', text: 'on my way', atMs: 1 }],
    }))

    expect(await run({ name: `${press}.alpha.greet`, args: { name: 'Ada' } }, throwing)).toMatchObject({
      status: 'failed',
      error: { type: 'RangeError', message: 'Too far.', code: 'SKILL_ERROR', recoverable: false },
      logs_preview: 'on my way',
    })
  })

  test('moves a large output to a blob, and describes its shape', async () => {
    const document = makeSkillSetDocument({ skills: [makeSkillDocument({ response: { type: 'object' } })] })
    const { skillName } = await makePublishedVersion({ publisher, document })
    const rows = Array.from({ length: 2_000 }, (_, n) => ({ n, text: 'x'.repeat(40) }))

    const answer = await run({ name: skillName, args: { name: 'Ada' } }, returns({ message: 'Done.', rows }))

    expect(answer).toMatchObject({
      status: 'completed',
      output_blobs: [expect.stringMatching(/^blob:/)],
      output_shape: { properties: { rows: { type: 'array', count: 2_000 } } },
    })
    expect(answer).not.toHaveProperty('output')
    const [blob] = answer.output_blobs as string[]
    const read = await result('read_blob', { blob_id: blob!, mode: 'full' }, key)
    expect(JSON.parse(String(read.content))).toEqual({ message: 'Done.', rows })

    expect(
      await result('read_blob', { blob_id: blob!, pointer: '/rows', offset: 1_998, count: 5 }, key),
    ).toMatchObject({ content: JSON.stringify(rows.slice(1_998)), total: 2_000, truncated: false })
    expect(
      await result('read_blob', { blob_id: blob!, pointer: '/message', max_bytes: 3 }, key),
    ).toMatchObject({
      content: '"Do',
      truncated: true,
    })
    expect((await call('read_blob', { blob_id: blob!, pointer: '/row' }, key)).error).toMatchObject({
      data: { code: 'NOT_FOUND', message: 'There is nothing at /row in this blob.' },
    })
  })

  test('returns a large output inline, or a small one as a blob, if the caller asks for it', async () => {
    const document = makeSkillSetDocument({ skills: [makeSkillDocument({ response: { type: 'object' } })] })
    const { skillName } = await makePublishedVersion({ publisher, document })
    const output = { message: 'Done.', text: 'x'.repeat(30_000) }
    const runWith = (max_output_tokens?: number) =>
      run(
        {
          name: skillName,
          args: { name: 'Ada' },
          ...(max_output_tokens !== undefined && { max_output_tokens }),
        },
        returns(output),
      )

    expect(await runWith()).toMatchObject({ output_shape: { type: 'object' } })
    expect(await runWith(20_000)).toMatchObject({ output })
    expect(await runWith(100)).not.toHaveProperty('output')
  })

  test('repeats an earlier run of the skill with changes to its input', async () => {
    const parameters = {
      type: 'object',
      properties: { name: { type: 'string' }, title: { type: 'string' } },
      required: ['name'],
    }
    const document = makeSkillSetDocument({ skills: [makeSkillDocument({ parameters })] })
    const { skillName } = await makePublishedVersion({ publisher, document })
    const first = await run({ name: skillName, args: { name: 'Ada', title: 'Dr' } })

    const again = await run({
      name: skillName,
      rerun_of: first.run_id!,
      args: { name: 'Grace', title: null },
    })

    expect(await db.run.findUnique({ where: { id: String(again.run_id) } })).toMatchObject({
      input: { name: 'Grace' },
      rerunOfId: first.run_id,
    })
    const { skillName: otherSkill } = await makePublishedVersion({ publisher })
    const foreign = { name: `${press}.alpha.greet`, rerun_of: first.run_id! }
    for (const refused of [foreign, { name: otherSkill, rerun_of: 'run_none' }])
      await expect(run(refused)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const stranger = await contextFor(await makeUser(), { channel: 'rpc' })
    await expect(
      callProtocolTool(stranger, tool, { name: skillName, rerun_of: first.run_id! }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('returns the blob of the first call for a repeated one, and a new one if that is gone', async () => {
    const document = makeSkillSetDocument({ skills: [makeSkillDocument({ response: { type: 'object' } })] })
    const { skillName } = await makePublishedVersion({ publisher, document })
    const { id: organisationId } = user.organisation
    const blobs = () => db.blob.count({ where: { organisationId } })
    const before = await blobs()
    const large = returns({ message: 'x'.repeat(70_000) })
    const again = () => run({ name: skillName, args: { name: 'Ada' }, idempotency_key: 'large' }, large)
    const first = await again()
    const repeated = await Promise.all([again(), again(), again()])

    expect(repeated).toEqual([first, first, first])
    expect(await blobs()).toBe(before + 1)

    const [blob = ''] = first.output_blobs as string[]
    await db.blob.delete({ where: { id: blob.replace('blob:', '') } })
    const atOnce = await Promise.all([again(), again()])

    const [[made = ''] = []] = atOnce.map(({ output_blobs }) => output_blobs as string[])
    expect(made).not.toBe(blob)
    expect(atOnce.map(({ output_blobs }) => output_blobs)).toEqual([[made], [made]])
    expect(await blobs()).toBe(before + 1)
  })

  test('answers immediately if asked to', async () => {
    const slow = endsWith(() => new Promise(() => {}))

    expect(
      await run({ name: `${press}.alpha.greet`, args: { name: 'Ada' }, async: true }, slow),
    ).toMatchObject({
      status: 'running',
      run_id: expect.any(String),
    })
  })
})

test('run_code answers with a run', async () => {
  const tool = PROTOCOL_TOOLS.find(({ name }) => name === 'run_code')!
  const ctx = await contextFor(user, { sandbox: returns([1, 2, 3]), channel: 'rpc' })

  expect(
    await callProtocolTool(ctx, tool, { language: 'python', code: 'def main(args):\n  return [1, 2, 3]' }),
  ).toMatchObject({
    status: 'completed',
    summary: 'run_code succeeded and returned 3 items.',
    output: [1, 2, 3],
  })
})

describe('blobs', () => {
  test('are returned as sent, text and base64', async () => {
    const bearer = await makeKey(['read', 'write'])
    const text = await result('create_blob', { content: 'Zoë', kind: 'text/plain' }, bearer)
    const bytes = await result('create_blob', { content: 'AAEC', kind: 'image/png' }, bearer)

    expect(text).toEqual({ blob_id: expect.stringMatching(/^blob:/), size_bytes: 4 })
    expect(await result('read_blob', { blob_id: String(text.blob_id), max_bytes: 3 }, bearer)).toMatchObject({
      content: 'Zo',
      truncated: true,
      size_bytes: 4,
      encoding: 'utf-8',
    })
    expect(await result('read_blob', { blob_id: String(bytes.blob_id) }, bearer)).toMatchObject({
      content: 'AAEC',
      encoding: 'base64',
    })
    expect((await call('create_blob', { content: '%', kind: 'image/png' }, bearer)).error).toMatchObject({
      code: -32602,
    })
  })

  test('the default size applies to samples: full is full unless limited', async () => {
    const { id } = await createBlob(await contextFor(user), {
      content: Buffer.alloc(5_000, 65),
      kind: 'text/plain',
    })
    const length = async (params: JsonObject) =>
      String((await result('read_blob', { blob_id: id, ...params }, key)).content).length

    expect(await length({})).toBe(2_000)
    expect(await length({ mode: 'full' })).toBe(5_000)
    expect(await length({ mode: 'full', max_bytes: 10 })).toBe(10)
  })

  test('of another organisation do not exist', async () => {
    const { id } = await createBlob(await contextFor(await makeUser()), {
      content: Buffer.from('x'),
      kind: 'text/plain',
    })

    expect((await call('read_blob', { blob_id: id }, key)).error).toMatchObject({ code: -32004 })
  })
})
