import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { SkillExample } from '#lib/contracts/document/skillset-document.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { makeSkillDocument, makeSkillSetDocument } from '#lib/testing/factories.ts'
import { testOnSite } from './test-folder.ts'

/** Tests an example at a site that refuses it with this error. Returns the result and the program that the site saw. */
function testRefused(error: PublicError) {
  return testAnswered({ status: 400, body: { error } })
}

/** Tests an example at a site that answers with this. Returns the result and the program that the site saw. */
async function testAnswered(
  { status, body }: { status: number; body: object },
  more: Pick<SkillExample, 'assertions'> = {},
  how: Parameters<typeof testOnSite>[3] = {},
) {
  let program: string | undefined
  const server = http.createServer((request, reply) => {
    program = request.headers['user-agent']
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    vi.unstubAllEnvs()
  })
  vi.stubEnv('GUILDHALL_KEY', 'gh_test')
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const skill = makeSkillDocument()
  const example = { title: 'Ada', input: { name: 'Ada' }, ...more }
  const tested = await testOnSite(site, makeSkillSetDocument({ skills: [skill] }), { skill, example }, how)
  return { site, message: tested.message, note: tested.note, program }
}

test('an error of a package is told once with what to do, though its detail repeats it', async () => {
  const message = 'sharp needs a native add-on, which cannot run here.'
  const details = [{ path: '/dependencies/sharp', message }]

  const suggested_action = 'Choose another package.'
  const refused = await testRefused({
    code: 'INVALID_INPUT',
    message,
    details,
    suggested_action,
    recoverable: true,
  })

  expect(refused.message).toBe(`INVALID_INPUT: ${message}\n${suggested_action}`)
})

test('a test without a required secret names the address of the test settings, and the option', async () => {
  const { site, message } = await testRefused({
    code: 'PRECONDITION_FAILED',
    message: 'This test needs a value for Token (token).',
    details: [{ path: '', keyword: 'config', message: 'token is not set' }],
    suggested_action: 'Enter it under Test settings in the studio, or for this test only.',
    href: '/publish/abc',
    recoverable: true,
  })

  expect(message).toContain('Enter it under Test settings in the studio')
  expect(message).toContain(`${site}/publish/abc`)
  expect(message).toContain('--settings')
})

test('the command line tells the site its name, which drafts show as the program that wrote them', async () => {
  const { program } = await testRefused({ code: 'INVALID_INPUT', message: 'No.', recoverable: true })

  expect(program).toMatch(/^guildhall-cli/)
})

test('a recording proposes assertions for what two runs differ in, and not those that the example has', async () => {
  const noise = [
    { kind: 'ignore', path: '/at' },
    { kind: 'ignore', path: '/id' },
  ] as const
  const recording = { steps: [], noise, secrets: [], is_kept: true }
  const body = { state: 'succeeded', output: {}, warnings: [], logs: [], url: '/runs/a', recording }
  const record = (assertions: SkillExample['assertions']) =>
    testAnswered({ status: 200, body }, { assertions }, { mode: 'record', keep: true })

  expect((await record([noise[0]])).note).toContain('of the example: [{"kind":"ignore","path":"/id"}]')
  expect((await record([...noise])).note).toBe('The recording is used from now on.')
})
