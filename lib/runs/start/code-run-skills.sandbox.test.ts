// Skills that code imports or mounts.
import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { importFolder } from '../../publishing/drafts/import-folder.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import {
  contextFor,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { pythonReady } from '../../testing/wait-for-python.ts'
import { type CodeRequest, startCodeRun } from './start-code-run.ts'

let ctx: Context

// Only the first run waits, because one person's runs share a process.
beforeAll(async () => {
  await pythonReady(connectSandbox())
  ctx = await contextFor(await makeUser(), { sandbox: connectSandbox() })
})

const run = async (code: string, more: Partial<CodeRequest> = {}) =>
  (await startCodeRun(ctx, { language: 'python', code, ...more })).ended

const OBJECT = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }

const python = {
  runtime: 'python' as const,
  parameters: OBJECT,
  response: { type: 'object', properties: { n: { type: 'integer' } } },
  examples: [],
}

test('skills are imported: one in place, one as a child run, and the closed one cannot be read', async () => {
  const publisher = await makePublisher()
  const { handle } = publisher
  const open = makeSkillDocument({
    slug: 'open',
    definition: 'def main(args):\n    return {"n": args["n"] + 1}',
    ...python,
  })
  await makePublishedVersion({ publisher, document: makeSkillSetDocument({ slug: 'py', skills: [open] }) })
  const script = makeSkillDocument({
    slug: 'twice',
    definition: 'export default async ({ parameters }) => ({ message: "ok", n: parameters.n * 2 })',
    parameters: OBJECT,
    response: { type: 'object', properties: { n: { type: 'integer' } } },
  })
  await makePublishedVersion({ publisher, document: makeSkillSetDocument({ slug: 'js', skills: [script] }) })
  const closed = makeSkillDocument({
    slug: 'shut',
    definition: 'def main(args):\n    return {"n": len("SECRET RECIPE")}',
    ...python,
  })
  const shut = makeSkillSetDocument({ slug: 'shut', skills: [closed], source: 'closed' })
  await makePublishedVersion({ publisher, document: shut })

  const ended = await run(
    `
import os
from skills.${handle}.py.open import main as step
from skills.${handle}.js.twice import main as twice
import skills.${handle}.shut.shut as shut
def main(args):
    seen = [os.path.join(at, name) for at, _, names in os.walk("/skills") for name in names]
    text = "".join(open(path).read() for path in seen)
    return {
        "n": twice(step({"n": 1}))["n"],
        "shut": shut.main({"n": 1}),
        "seen": sorted(path for path in seen if "code/" in path),
        "leaks": "RECIPE" in text or "RECIPE" in repr(vars(shut)),
    }`,
    { mountSkills: [`${handle}.py.open`, `${handle}.js.twice@^1`, `${handle}.shut.shut`] },
  )

  expect(ended.error).toBeUndefined()
  expect(ended.output).toEqual({
    n: 4,
    shut: { n: 13 },
    seen: [`/skills/${handle}.js.twice/code/handler.js`, `/skills/${handle}.py.open/code/main.py`],
    leaks: false,
  })
  const children = await database().run.findMany({ where: { parentRunId: ended.id }, orderBy: { id: 'asc' } })
  expect(children.map(({ skillName }) => skillName)).toEqual([`${handle}.js.twice`, `${handle}.shut.shut`])
})

test('the code reads all files of a mounted skill, with as many bytes as a skill can have', async () => {
  const publisher = await makePublisher()
  const large = randomBytes(10 * 1024 * 1024 - 100_000)
  const second = randomBytes(90_000)
  const readme = '---\nname: fonts\ndescription: Has fonts.\n---\n\nUse them.\n'
  const files = { 'SKILL.md': Buffer.from(readme), 'large.ttf': large, 'fonts/second.ttf': second }
  const content = Object.entries(files).map(([path, bytes]) => ({ path, bytes }))
  const { skillSetId, name } = await importFolder(await contextFor(publisher.owner), { content })
  const skillSet = await database().skillSet.findUniqueOrThrow({
    where: { id: skillSetId },
    include: { draft: true },
  })
  const document = skillSet.draft!.document as unknown as SkillSetDocument
  await makePublishedVersion({ skillSet: { ...skillSet, publisher, document } })

  const ended = await run(
    `
import hashlib
def main(args):
    return [hashlib.sha256(open("/skills/${name}/" + path, "rb").read()).hexdigest() for path in args["paths"]]`,
    { mountSkills: [name], args: { paths: ['large.ttf', 'fonts/second.ttf'] } },
  )

  expect(ended.error).toBeUndefined()
  const hashes = [large, second].map((bytes) => createHash('sha256').update(bytes).digest('hex'))
  expect(ended.output).toEqual(hashes)
})

test('the guide of the protocol is read as a file, and cannot be run', async () => {
  const ended = await run(
    `
import runtime
from skills.skills.protocol.guide import main as guide
def main(args):
    try:
        guide({})
    except runtime.CallError as error:
        return [error.code, "list_skills" in open("/skills/skills.protocol.guide/SKILL.md").read()]`,
    { mountSkills: ['skills.protocol.guide'] },
  )

  expect(ended.error).toBeUndefined()
  expect(ended.output).toEqual(['PRECONDITION_FAILED', true])
})
