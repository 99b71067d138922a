// The vault in a terminal, with the local database and on another site over HTTP.
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as archive from '#app/api/vault/archive/route.ts'
import * as file from '#app/api/vault/file/route.ts'
import * as files from '#app/api/vault/files/route.ts'
import * as history from '#app/api/vault/history/route.ts'
import * as undoing from '#app/api/vault/undo/route.ts'
import { createKey } from '#lib/auth/manage-api-keys.ts'
import { contextFor, makeOrganisation, makeUser, type TestUser } from '#lib/testing/factories.ts'
import { listFiles } from '#lib/vault/files/list-files.ts'
import { openVault } from '#lib/vault/vault.ts'
import type { CliCommand } from '../cli-command.ts'
import { storeSiteKey } from '../remote-site/request-from-site.ts'
import {
  vaultExportCommand,
  vaultImportCommand,
  vaultLsCommand,
  vaultPutCommand,
  vaultRmCommand,
} from './vault-files.ts'
import { vaultLogCommand, vaultUndoCommand } from './vault-history.ts'

type Handler = (request: Request) => Promise<Response>
const routes: Record<string, Partial<Record<string, Handler>>> = {
  archive,
  file,
  files,
  history,
  undo: undoing,
}

/** Serves the routes of the vault as another site would. */
const server = http.createServer(async (incoming, outgoing) => {
  const { url = '', method = '' } = incoming
  const route = /^\/api\/vault\/(\w+)/.exec(url)?.[1] ?? ''
  const headers = incoming.headers as Record<string, string>
  const body = method === 'GET' ? null : Readable.toWeb(incoming)
  const request = new Request(`http://site${url}`, { method, headers, body, duplex: 'half' } as RequestInit)
  const answer = await routes[route]?.[method]?.(request)
  outgoing.writeHead(answer?.status ?? 404)
  for await (const part of answer?.body ?? []) outgoing.write(part)
  outgoing.end()
})

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-vault-'))
let user: TestUser
const vaultOptions: Record<string, Record<string, string>> = {}
beforeAll(async () => {
  vi.stubEnv('XDG_CONFIG_HOME', path.join(folder, 'config'))
  vi.stubEnv('GUILDHALL_DATA_DIR', folder)
  user = await makeUser()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const site = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const { key } = await createKey(await contextFor(user), {
    name: 'cli',
    scopes: ['read', 'write'],
    expiresInDays: 1,
  })
  storeSiteKey(site, key)
  Object.assign(vaultOptions, { here: { email: user.email }, there: { site } })
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.close()
  fs.rmSync(folder, { recursive: true })
})

describe.each(['here', 'there'])('%s', (where) => {
  const run = async (
    { run: work }: CliCommand,
    positionals: string[],
    options: Record<string, string> = {},
    recursive = false,
  ) =>
    (await work({ positionals, options: { ...vaultOptions[where], ...options }, flags: { recursive } }))?.json

  const paths = async () => {
    const { items } = (await run(vaultLsCommand, [where], {}, true)) as { items: { path: string }[] }
    return items.map((item) => item.path)
  }

  test('a file is uploaded, listed, moved to the trash and restored', async () => {
    const local = path.join(folder, `${where} note.md`)
    fs.writeFileSync(local, 'one')

    const put = await run(vaultPutCommand, [local, `${where}/`])
    expect(put).toMatchObject({ path: `${where}/${where} note.md`, bytesWritten: 3 })
    const over = run(vaultPutCommand, [local, `${where}/${where} note.md`], { expect: 'another' })
    await expect(over).rejects.toMatchObject({ code: 'CONFLICT' })
    await run(vaultRmCommand, [`${where}/${where} note.md`])
    expect(await paths()).toEqual([])
    await run(vaultUndoCommand, [`${where}/${where} note.md`])
    expect(await paths()).toEqual([`${where}/${where} note.md`])
    const { lines } = (await run(vaultLogCommand, [`${where}/${where} note.md`])) as {
      lines: { what: string }[]
    }
    expect(lines.map(({ what }) => what)).toEqual(['created', 'deleted', 'created'])
  })

  test('a folder goes out as an archive and in again', async () => {
    const out = path.join(folder, `${where}.zip`)
    await run(vaultExportCommand, [where], { out })

    expect(await run(vaultImportCommand, [out], { into: `${where}/copy` })).toMatchObject({ files: 1 })
    expect(await paths()).toEqual([
      `${where}/copy`,
      `${where}/copy/${where} note.md`,
      `${where}/${where} note.md`,
    ])
    await expect(run(vaultExportCommand, [where], { out })).rejects.toMatchObject({ code: 'EEXIST' })
  })

  test('one file of an operation can be undone alone', async () => {
    await run(vaultRmCommand, [where])
    const { lines } = (await run(vaultLogCommand, [])) as { lines: { operationId: string }[] }

    await run(vaultUndoCommand, [`${where}/copy/${where} note.md`], { operation: lines[0]!.operationId })

    expect(await paths()).toEqual([`${where}/copy`, `${where}/copy/${where} note.md`])
  })

  test('an invalid path, or two things to undo, is refused', async () => {
    await expect(run(vaultRmCommand, ['../x'])).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(run(vaultUndoCommand, ['x'], { run: 'run_x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const wanted of [{}, { run: 'run_x', operation: 'op' }] as Record<string, string>[])
      await expect(run(vaultUndoCommand, [], wanted)).rejects.toThrow('Add a PATH, one of')
  })
})

describe('for an organisation that is shared', () => {
  test('vault commands for a shared organisation upload files to its vault only', async () => {
    const organisation = await makeOrganisation({ owner: user })
    const local = path.join(folder, 'ours.md')
    fs.writeFileSync(local, 'ours')
    const put = (options: Record<string, string>) =>
      vaultPutCommand.run({ positionals: [local, 'Ours.md'], options, flags: {} })

    await put({ email: user.email, org: organisation.name })

    const ours = openVault(await contextFor(user, { organisation }))
    expect((await listFiles(ours)).items).toMatchObject([{ path: 'Ours.md' }])
    const own = await listFiles(openVault(await contextFor(user)), { recursive: true })
    expect(own.items.map((item) => item.path)).not.toContain('Ours.md')
    const { email } = await makeUser()
    await expect(put({ email, org: organisation.name })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each([{ org: 'theirs' }, { email: 'somebody@test.local' }])(
    'another site does not receive %j: its key identifies the caller',
    async (options) => {
      const asked = vaultLsCommand.run({
        positionals: [],
        options: { site: vaultOptions.there?.site, ...options },
        flags: {},
      })
      await expect(asked).rejects.toThrow('the key determines the user')
    },
  )
})
