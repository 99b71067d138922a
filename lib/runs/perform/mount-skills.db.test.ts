// Python code must not read skills that its user may read and its publisher may not.
import { describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import {
  contextFor,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { fundWallet } from '../../testing/fund-wallet.ts'
import { startCodeRun } from '../start/start-code-run.ts'
import { runToEnd } from '../start/start-run.ts'

const PYTHON = makeSkillDocument({
  runtime: 'python',
  definition: 'def main(args):\n    return {"message": "x"}\n',
})

async function publish(
  set: Partial<SkillSetDocument>,
  owner = undefined as Awaited<ReturnType<typeof makeUser>> | undefined,
) {
  const publisher = await makePublisher(owner && { owner })
  return makePublishedVersion({ publisher, document: makeSkillSetDocument({ skills: [PYTHON], ...set }) })
}

/** Returns the names of the skills whose source the code was given. */
async function readableTo(ctx: Context, run: (ctx: Context) => Promise<unknown>): Promise<string[]> {
  const sandbox = returns({ message: 'Done.' })
  await run({ ...ctx, sandbox })
  const skills = sandbox.jobs[0]?.mounts?.skills ?? []
  return skills
    .filter(({ module, files }) => module !== undefined || files.some(({ path }) => path.endsWith('.py')))
    .map(({ name }) => name)
}

test.each([
  ['closed', { source: 'closed' as const }, []],
  ['private', { visibility: 'PRIVATE' as const }, []],
  ['public', {}, ['it']],
])('code of another publisher sees only public files of a %s skill', async (_, set, readable) => {
  const victim = await makeUser()
  const own = await publish(set, victim)
  const importer = await publish({ permissions: { skills: [own.skillName] } })
  const ctx = await contextFor(victim)

  const seen = await readableTo(ctx, (context) =>
    runToEnd(context, { skill: { name: importer.skillName }, args: { name: 'Ada' } }),
  )
  const seenByOwnCode = await readableTo(ctx, async (context) => {
    const request = { language: 'python' as const, code: 'def main(args): ...', mountSkills: [own.skillName] }
    return (await startCodeRun(context, request)).ended
  })

  expect(seen).toEqual(readable.map(() => own.skillName))
  expect(seenByOwnCode).toEqual([own.skillName])
})

test('instructions with a price are mounted for the caller’s own code once they are bought, and never for code of others', async () => {
  const { parameters: _, response: __, definition: ___, examples: ____, ...texts } = makeSkillDocument()
  const pricing = { model: 'per_job' as const, amount: '2', currency: 'USDC' as const }
  const guide = await publish({ skills: [{ ...texts, kind: 'instruction', body: '# Secret', pricing }] })
  const importer = await publish({ permissions: { skills: [guide.skillName] } })
  const caller = await makeUser()
  await fundWallet(caller.organisation.id, '5')
  const ctx = await contextFor(caller)
  const mountedFor = async (run: (ctx: Context) => Promise<{ logs: unknown }>) => {
    const sandbox = returns({ message: 'Done.' })
    const { logs } = await run({ ...ctx, sandbox })
    return { text: JSON.stringify(sandbox.jobs[0]?.mounts?.skills.map(({ name }) => name)), logs }
  }
  const ownCode = async (context: Context) => {
    const request = { language: 'python' as const, code: 'def main(args): ...' }
    return (await startCodeRun(context, { ...request, mountSkills: [guide.skillName] })).ended
  }
  const codeOfOthers = (context: Context) =>
    runToEnd(context, { skill: { name: importer.skillName }, args: { name: 'Ada' } })

  expect(await mountedFor(ownCode)).toMatchObject({
    text: '[]',
    logs: [{ level: 'warn', text: expect.stringContaining('have a price') }],
  })
  await runToEnd(ctx, { skill: { name: guide.skillName }, args: {} })

  expect(await mountedFor(ownCode)).toMatchObject({ text: JSON.stringify([guide.skillName]) })
  expect(await mountedFor(codeOfOthers)).toMatchObject({ text: '[]' })
})

test('files beyond the limit are not mounted, and the log names their skill', async () => {
  const owner = await makeUser()
  const large = makeSkillDocument({
    ...PYTHON,
    resources: [{ path: 'data.txt', kind: 'data', text: 'x'.repeat(6 * 1024 * 1024) }],
  })
  const [first, second] = [
    await publish({ skills: [large] }, owner),
    await publish({ skills: [large] }, owner),
  ]
  const sandbox = returns({ message: 'Done.' })
  const mountSkills = [first.skillName, second.skillName]
  const request = { language: 'python' as const, code: 'def main(args): ...', mountSkills }

  const run = await (await startCodeRun({ ...(await contextFor(owner)), sandbox }, request)).ended

  const mounted = sandbox.jobs[0]?.mounts?.skills.map(({ name, files }) => [name, files.length > 0])
  expect(mounted).toEqual([
    [first.skillName, true],
    [second.skillName, false],
  ])
  expect(run.logs).toMatchObject([{ level: 'warn', text: expect.stringContaining(second.skillName) }])
})

describe('skills.protocol.guide, which list_skills lists', () => {
  const mountSkills = ['skills.protocol.guide']
  const code = 'def main(args): ...'

  test('skills.protocol.guide is mounted with its files, and without code', async () => {
    const sandbox = returns({ message: 'Done.' })
    const ctx = { ...(await contextFor(await makeUser())), sandbox }

    const { ended } = await startCodeRun(ctx, { language: 'python', code, mountSkills })

    expect(await ended).toMatchObject({ state: 'succeeded' })
    const skills = sandbox.jobs[0]?.mounts?.skills ?? []
    expect(skills.map(({ name, module }) => [name, module])).toEqual([['skills.protocol.guide', undefined]])
    const readme = skills[0]?.files.find(({ path }) => path === 'SKILL.md')
    expect(Buffer.from(readme?.base64 ?? '', 'base64').toString()).toContain('list_skills')
  })

  test('skills.protocol.guide is mounted only in the version that it has', async () => {
    const ctx = { ...(await contextFor(await makeUser())), sandbox: returns({ message: 'Done.' }) }
    const mounting = (range: string) =>
      startCodeRun(ctx, { language: 'python', code, mountSkills: [`skills.protocol.guide@${range}`] })

    await expect(mounting('^9')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('only 0.1.0'),
    })
    expect(await (await mounting('^0.1')).ended).toMatchObject({ state: 'succeeded' })
  })
})

test('a Python skill reads its own files by their paths, and one in JavaScript is given none', async () => {
  const resources = [
    { path: 'data/stop.txt', kind: 'text/plain', text: 'the a of' },
    { path: 'data/one.bin', kind: 'application/octet-stream', base64: 'AQ==' },
  ]
  const publisher = await makePublisher()
  const python = { ...PYTHON, slug: 'reads', resources }
  const javascript = makeSkillDocument({ slug: 'other', resources })
  const document = makeSkillSetDocument({ skills: [python, javascript] })
  const { skillSet } = await makePublishedVersion({ publisher, document })
  const ctx = await contextFor(await makeUser())
  const filesOf = async (slug: string) => {
    const sandbox = returns({ message: 'Done.' })
    const skill = { name: `${publisher.handle}.${skillSet.slug}.${slug}` }
    await runToEnd({ ...ctx, sandbox }, { skill, args: { name: 'Ada' } })
    return sandbox.jobs[0]?.mounts?.files
  }

  expect(await filesOf('reads')).toEqual([
    { path: 'data/stop.txt', base64: Buffer.from('the a of').toString('base64') },
    { path: 'data/one.bin', base64: 'AQ==' },
  ])
  expect(await filesOf('other')).toBeUndefined()
})
