import { beforeAll, expect, test } from 'vitest'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import { makePublisher } from '../../testing/factories.ts'
import {
  childrenOf,
  makeBodySkill,
  makeSandboxCaller,
  publishSkills,
} from '../../testing/setup/runs/calling-skills.ts'
import { pythonReady } from '../../testing/wait-for-python.ts'
import { runToEnd } from '../start/start-run.ts'

beforeAll(() => pythonReady(connectSandbox()))

test('a tool is available only if declared, and validates its input', async () => {
  const ctx = await makeSandboxCaller()
  const publisher = await makePublisher()
  const callOrCode = (call: string) => `await context.tools.${call}.catch((e) => e.code)`
  const body = `return {
    slug: ${callOrCode('util.slugifyTitle({ title: "Hello, World!" })')},
    invalid: ${callOrCode('util.slugifyTitle({ title: 1, size: 2 })')},
    undeclared: ${callOrCode('util.parseMarkdownBullets({ text: "- a" })')},
  }`
  await publishSkills(publisher, 'titles', [makeBodySkill('make', body)], {
    permissions: { tools: ['util.slugifyTitle'] },
  })

  const run = await runToEnd(ctx, { skill: { name: `${publisher.handle}.titles.make` }, args: {} })

  expect(run.output).toMatchObject({
    slug: { slug: 'hello-world' },
    invalid: 'INVALID_INPUT',
    undeclared: 'POLICY_DENIED',
  })
})

test.each(['javascript', 'python'] as const)(
  'a tool called by %s is a child run, with its caller’s permissions',
  async (runtime) => {
    const ctx = await makeSandboxCaller()
    const publisher = await makePublisher()
    const javascript = `const made = await context.tools.vault.createFile({ path: 'Notes/' + parameters.title, content: 'Hi' })
    const outside = await context.tools.vault.createFile({ path: 'Other.md', content: '' }).catch((e) => e.code)
    return { path: made.path, outside }`
    const python = `import runtime
def main(args):
    made = runtime.tools.vault.createFile({"path": "Notes/" + args["title"], "content": "Hi"})
    try:
        runtime.tools.vault.createFile({"path": "Other.md", "content": ""})
    except Exception as error:
        return {"message": "Done.", "path": made["path"], "outside": getattr(error, "code", str(error))}
`
    const make =
      runtime === 'python'
        ? makeBodySkill('make', '', { runtime, definition: python })
        : makeBodySkill('make', javascript)
    const permissions = { tools: ['vault.createFile'], vault: ['write:Notes/**'] }
    await publishSkills(publisher, 'notes', [make], { permissions })
    const name = `${publisher.handle}.notes.make`

    const run = await runToEnd(ctx, { skill: { name }, args: { title: 'A.md' } })

    expect(run.output).toMatchObject({ path: 'Notes/A.md', outside: 'POLICY_DENIED' })
    expect(await childrenOf(run.id)).toMatchObject([
      {
        skillName: 'vault.createFile',
        state: 'succeeded',
        effects: { created: expect.arrayContaining(['Notes/A.md']) },
      },
    ])
    // This key may run the skill but not write, which also applies to what the skill calls.
    const withKey = {
      ...ctx,
      keyId: 'key_1',
      keyGrant: { scopes: ['run' as const], skillSets: [], dailyCapMicros: null },
    }
    expect(await runToEnd(withKey, { skill: { name }, args: { title: 'B.md' } })).toMatchObject({
      state: 'failed',
    })
  },
)
