// Clients that three generators make of the OpenAPI document: they compile, and their calls do what they are typed to do.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../auth/manage-api-keys.ts'
import { findBlob, openBlob } from '../../blobs/blobs.ts'
import { serveSite } from '../../testing/api-routes.ts'
import { AWKWARD_SKILLS } from '../../testing/clients/awkward-skills.ts'
import type { Called, Server } from '../../testing/clients/calls/called.ts'
import {
  contextFor,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { openVaultFile } from '../../vault/files/read-file.ts'
import { openVault } from '../../vault/vault.ts'
import { openSkill } from '../skills-protocol/open-skill.ts'
import { buildOpenApiDocument } from './openapi-document.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const FIXTURES = path.join(ROOT, 'lib/testing/clients')
/** No valid UTF-8 and no valid JSON, so that every way of spoiling it shows. */
const BYTES = new Uint8Array([0, 0xff, 0x7b, 0x80, 0x7d, 10])
const run = promisify(execFile)

const skill = makeSkillDocument({
  slug: 'count',
  parameters: {
    type: 'object',
    properties: { text: { $ref: '#/$defs/Text' } },
    required: ['text'],
    $defs: { Text: { type: 'string', description: 'What to count in' } },
  },
  response: {
    type: 'object',
    properties: {
      message: { type: 'string', description: 'The result' },
      words: { type: 'integer', description: 'How many' },
    },
    required: ['message', 'words'],
  },
  definition: `async function handler({ parameters }) {
    return { message: 'Counted.', words: parameters.text.split(' ').length }
  }`,
  examples: [{ title: 'Two', input: { text: 'a b' } }],
})

let folder: string
let site: Awaited<ReturnType<typeof serveSite>>
let ctx: Awaited<ReturnType<typeof contextFor>>
let key: string

beforeAll(async () => {
  const publisher = await makePublisher({ handle: 'clients' })
  await makePublishedVersion({
    publisher,
    document: makeSkillSetDocument({ slug: 'words', skills: [skill] }),
  })
  ctx = await contextFor(await makeUser())
  key = (await createKey(ctx, { name: 'A key', scopes: ['read', 'run', 'write'], expiresInDays: 1 })).key
  site = await serveSite()
  const skills = [await openSkill(ctx, { name: 'clients.words.count' }), ...AWKWARD_SKILLS]
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-clients-'))
  const document = buildOpenApiDocument({ skills, origin: site.origin, version: '1.0.0' })
  fs.writeFileSync(path.join(folder, 'document.json'), JSON.stringify(document))
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  fs.cpSync(path.join(FIXTURES, 'calls'), path.join(folder, 'calls'), { recursive: true })
  await run(process.execPath, [path.join(FIXTURES, 'generate.ts'), folder])
})

afterAll(() => {
  site?.close()
  if (folder) fs.rmSync(folder, { recursive: true, force: true })
})

test('generated clients compile, and a call without a required field does not', async () => {
  const options = {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
  }
  const files = ['hey-api', 'openapi-fetch', 'orval'].map((client) => `calls/${client}.ts`)
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }))
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc')
  const problems = await run(process.execPath, [tsc, '-p', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )

  expect(problems).toBe('')
})

test.each(['hey-api', 'openapi-fetch', 'orval'])(
  '%s uploads bytes, runs a skill, finds the run, lists and writes a file',
  async (client) => {
    const { call } = (await import(/* @vite-ignore */ path.join(folder, 'calls', `${client}.ts`))) as {
      call: (server: Server) => Promise<Called>
    }
    const vaultPath = `${client}.bin`
    const { blobId, ...called } = await call({
      origin: site.origin,
      key,
      bytes: BYTES,
      path: vaultPath,
      text: 'one two three',
    })

    expect(called).toEqual({
      words: 3,
      foundStatus: 'completed',
      listed: expect.arrayContaining([blobId]),
      fileStatus: 201,
    })
    const blob = await findBlob(ctx, blobId!)
    const file = await openVaultFile(openVault(ctx), vaultPath)
    expect(blob.kind).toBe('image/png')
    expect(await bytesOf(openBlob(ctx, blob.id))).toEqual(Buffer.from(BYTES))
    expect(await bytesOf(file.read({ start: 0, end: BYTES.length }))).toEqual(Buffer.from(BYTES))
  },
)

async function bytesOf(
  content: AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(await content))
}
