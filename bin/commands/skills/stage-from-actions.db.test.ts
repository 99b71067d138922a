// `publish --site` in GitHub Actions: a real issuer, and the site's routes over HTTP.
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { POST as stage } from '#app/api/trusted-publishing/submissions/route.ts'
import { POST as exchange } from '#app/api/trusted-publishing/token/route.ts'
import { publishFolderCommand } from '#bin/client/publish-folder.ts'
import { getStagedSubmission } from '#lib/publishing/from-ci/staged-submissions.ts'
import { trustRepository } from '#lib/publishing/from-ci/trusted-repositories.ts'
import { type ActionsIssuer, startActionsIssuer } from '#lib/testing/actions-issuer.ts'
import { contextFor, makePublishedVersion } from '#lib/testing/factories.ts'
import { publishCommand } from './publish.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-stage-'))
const file = path.join(folder, 'my.skillset.json')
const before = { ...process.env }
let issuer: ActionsIssuer
let server: http.Server
let site = ''

beforeAll(async () => {
  issuer = await startActionsIssuer()
  server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', site)
    // This is the runner's endpoint for ID tokens.
    if (url.pathname === '/id-token') {
      const isRunner = request.headers.authorization === 'Bearer runner'
      response.statusCode = isRunner ? 200 : 401
      return response.end(
        JSON.stringify({ value: await issuer.sign(url.searchParams.get('audience') ?? '') }),
      )
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const sent = new Request(url, { method: 'POST', headers, body: Buffer.concat(chunks) })
    const answer = await (url.pathname.endsWith('/token') ? exchange(sent) : stage(sent))
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  process.env.GUILDHALL_ACTIONS_ISSUER = issuer.url
  delete process.env.NEXTAUTH_URL
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
  issuer.close()
  fs.rmSync(folder, { recursive: true })
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})

async function publish(trust: string | null, env: Record<string, string> = {}, command = publishCommand) {
  const { skillSet } = await makePublishedVersion()
  const owner = await contextFor(skillSet.publisher.owner)
  if (trust) await trustRepository(owner, skillSet.id, { repository: trust })
  fs.writeFileSync(file, JSON.stringify({ ...skillSet.document, version: '1.1.0' }))
  const runner = {
    ACTIONS_ID_TOKEN_REQUEST_URL: `${site}/id-token?v=1`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'runner',
  }
  Object.assign(process.env, runner, env)
  const options = { site, publisher: skillSet.publisher.handle, note: 'Nightly.' }
  const answer = await command.run({ positionals: [file], options, flags: {} })
  return { owner, answer, json: answer?.json as { id: string; name: string; state: string; url: string } }
}

test('publish --site in GitHub Actions stages the file of a trusted repository, without a stored secret', async () => {
  const { owner, answer, json } = await publish('acme/tools')

  expect(json).toMatchObject({ state: 'STAGED', url: `${site}/publish/staged/${json.id}` })
  expect(answer?.text).toContain(`${json.name} 1.1.0 is staged.`)
  expect(await getStagedSubmission(owner, json.id)).toMatchObject({ number: '1.1.0', note: 'Nightly.' })
})

test('the command line that a site serves stages from a trusted repository without a key', async () => {
  const { json } = await publish('acme/tools', {}, publishFolderCommand)

  expect(json).toMatchObject({ state: 'STAGED', url: `${site}/publish/staged/${json.id}` })
})

test('publish --site in GitHub Actions is refused for a repository that is not trusted', async () => {
  await expect(publish(null)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(publish('acme/other')).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('publish --site in GitHub Actions names the permission that the job lacks', async () => {
  await expect(publish('acme/tools', { ACTIONS_ID_TOKEN_REQUEST_URL: '' })).rejects.toThrow('id-token: write')
  await expect(publish('acme/tools', { ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'wrong' })).rejects.toMatchObject({
    code: 'TOOL_NOT_AVAILABLE',
  })
})
