import { afterEach, expect, test } from 'vitest'
import { saveSiteSettings } from '../../admin/site-settings.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { forgetStoredSettings } from '../../settings/read-settings.ts'
import { contextFor, makeAdmin, makePublisher } from '../../testing/factories.ts'
import { makeBodySkill, makeSandboxCaller, publishSkills } from '../../testing/setup/runs/calling-skills.ts'
import { runToEnd } from '../start/start-run.ts'

afterEach(async () => {
  await database().siteSetting.deleteMany()
  forgetStoredSettings()
})

const deny = async (deniedHosts: string) =>
  saveSiteSettings(await contextFor(await makeAdmin()), { deniedHosts })

const UNTIL_DENIED = `for (;;) {
  const refused = await fetch('https://api.a.example/').then(() => '', ({ message }) => message)
  if (refused.includes('may not reach')) return { message: refused }
  await context.progress?.(0.5, 'waiting')
  await new Promise((resolve) => setTimeout(resolve, 400))
}`

test('a published skill whose host was denied fails with POLICY_DENIED, and a running one follows within seconds', async () => {
  const publisher = await makePublisher()
  const permissions = { network: ['api.a.example'] }
  const skills = [
    makeBodySkill('once', `return { at: (await fetch('https://api.a.example/')).status }`),
    makeBodySkill('waits', UNTIL_DENIED),
  ]
  await publishSkills(publisher, 'calls', skills, { permissions })
  const caller = await makeSandboxCaller()
  const run = (slug: string) =>
    runToEnd(caller, { skill: { name: `${publisher.handle}.calls.${slug}` }, args: {} })

  const waiting = run('waits')
  await deny('a.example')
  const message = 'Skills on this site may not reach api.a.example: its operator denied that host.'

  expect((await waiting).output).toEqual({ message })
  expect((await run('once')).error).toMatchObject({ code: 'POLICY_DENIED', message })
}, 60_000)
