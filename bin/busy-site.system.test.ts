/**
 * The built site stays responsive when a visitor opens a page that takes long to compute.
 *
 * The tests measure the CPU time of the web server's main thread, which does not depend on what else the machine does.
 * The event loop cannot be blocked for longer than that.
 */
import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#lib/context/context.ts'
import { skipUnless } from '#lib/testing/skip-unless.ts'
import { startTestSite, type TestSite } from '#lib/testing/start-test-site.ts'
import { ensureDatabase } from './postgres/databases.ts'
import type { Postgres } from './postgres/start-postgres.ts'
import { startTemporaryPostgres } from './postgres/temporary-postgres.ts'

/** Limit beyond the time of the same page with a short text. On the main thread, a long one takes 20 to 134 s. */
const MAX_EXTRA_MS = 1_000
const MS_PER_TICK = 10

let postgres: Postgres
let site: TestSite
let webServer: number

beforeAll(async () => {
  // The site has its own database, so that it does not create the demo market, which takes seven seconds.
  postgres = await startTemporaryPostgres()
  await ensureDatabase(postgres.url('postgres'), 'busy_site')
  site = await startTestSite({ DATABASE_URL: postgres.url('busy_site') })
  webServer = site.processes().find(({ command }) => /web-server/.test(command))!.pid
})

afterAll(async () => {
  await site?.stop()
  await postgres?.stop()
})

/** Opens a page. Returns its HTML and the CPU time in milliseconds that the web server's main thread spent on it. */
async function open(address: string): Promise<{ html: string; cpuMs: number }> {
  const before = mainThreadMs()
  const html = await (await fetch(`${site.origin}${address}`)).text()
  return { html, cpuMs: mainThreadMs() - before }
}

function mainThreadMs(): number {
  const stat = fs.readFileSync(`/proc/${webServer}/task/${webServer}/stat`, 'latin1')
  // The fields start after the name, which may contain spaces; utime is the 12th of them, stime the 13th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}

/** Returns the CPU time in milliseconds of a page whose code is loaded, because it has been opened before. */
async function usualMs(address: string): Promise<number> {
  await open(address)
  return (await open(address)).cpuMs
}

// These modules are imported once the address of the database is known.
const people = async () => {
  const [factories, sandbox, run, shares] = await Promise.all([
    import('#lib/testing/factories.ts'),
    import('#lib/testing/fake-sandbox.ts'),
    import('#lib/testing/run-setup.ts'),
    import('#lib/runs/views/share-run.ts'),
  ])
  return { ...factories, ...sandbox, ...run, ...shares }
}

async function shareMessage(message: string): Promise<string> {
  const { makeUser, contextFor, returns, start, shareRun } = await people()
  const ctx: Context = await contextFor(await makeUser(), { sandbox: returns({ message }) })
  const { run, ended } = await start(ctx)
  await ended
  const { token } = await shareRun(ctx, run.id)
  return `/shared/${token}`
}

async function publishReadme(readme: string): Promise<string> {
  const { makePublishedVersion, makeSkillSetDocument } = await people()
  const { skillSet } = await makePublishedVersion({ document: makeSkillSetDocument({ readme }) })
  return `/${skillSet.publisher.handle}/${skillSet.slug}`
}

describe(
  'the main thread stays free',
  skipUnless(process.platform === 'linux', 'reads CPU times from /proc'),
  () => {
    test('while a visitor opens a shared result whose message takes long to read', async () => {
      const usual = await usualMs(await shareMessage('A short message.'))

      const { html, cpuMs } = await open(await shareMessage(']'.repeat(20_000)))

      expect(html).toContain(']'.repeat(1_000))
      expect(cpuMs).toBeLessThan(usual + MAX_EXTRA_MS)
    })

    test.each([
      ['underlines', '=\n'.repeat(50_000)],
      ['brackets', ']'.repeat(50_000)],
    ])('when a visitor opens a SkillSet with a readme of %s', async (_what, readme) => {
      const usual = await usualMs(await publishReadme('A short readme.'))

      const { html, cpuMs } = await open(await publishReadme(readme))

      expect(html).toContain(readme.slice(0, 1_000))
      expect(cpuMs).toBeLessThan(usual + MAX_EXTRA_MS)
    })
  },
)

test('a readme that is quick to read is shown as Markdown', async () => {
  const readme = `Some **bold words**.\n\n${'And a line of text.\n\n'.repeat(500)}`

  const { html } = await open(await publishReadme(readme))

  expect(html).toContain('<strong>bold words</strong>')
})
