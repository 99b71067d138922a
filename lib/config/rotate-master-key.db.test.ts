// A rotation affects everything that is sealed, so these tests use a database of their own.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dropDatabase } from '#bin/server/postgres/databases.ts'
import type { ConfigDefinition } from '../contracts/document/skillset-document.ts'
import { openClientSecret } from '../integrations/credentials.ts'
import { type Database, database } from '../kernel/db/prisma-client.ts'
import { getTestSettings, saveTestSettings } from '../publishing/drafts/test-settings.ts'
import { copyDatabase } from '../testing/copy-database.ts'
import {
  contextFor,
  freshName,
  makePublishedVersion,
  makeSkillSetDocument,
  makeUser,
} from '../testing/factories.ts'
import { makeProvider } from '../testing/integration-setup.ts'
import { SECRET, setUpTestSettings } from '../testing/setup/catalog/test-settings.ts'
import { masterKey } from './master-key.ts'
import { rotateMasterKey } from './rotate-master-key.ts'
import { saveConfigValues } from './save-config-values.ts'
import { unsealConfig } from './unseal-config.ts'

const globals = globalThis as unknown as { guildhallDatabase: Database | undefined }
const others = { database: globals.guildhallDatabase, url: process.env.DATABASE_URL ?? '' }
const name = freshName('rotation')
const folder = mkdtempSync(path.join(tmpdir(), 'ghkeys-'))
const freshKey = () => randomBytes(32).toString('base64')

beforeAll(async () => {
  process.env.DATABASE_URL = await copyDatabase(name)
  globals.guildhallDatabase = undefined
})
afterAll(async () => {
  await database().$disconnect()
  globals.guildhallDatabase = others.database
  process.env.DATABASE_URL = others.url
  await dropDatabase(others.url, name)
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  await database().configValue.deleteMany()
  vi.stubEnv('GUILDHALL_MASTER_KEY', undefined)
  vi.stubEnv('GUILDHALL_DATA_DIR', mkdtempSync(path.join(folder, 'data-')))
})
afterEach(() => vi.unstubAllEnvs())

/** Creates organisations that each have set a secret; `opened` returns what their runs would get. */
async function makeSealed(count: number) {
  const configDefinitions: ConfigDefinition[] = [
    { key: 'api_key', label: 'API key', type: 'SECRET', required: true, order: 1 },
  ]
  const document = makeSkillSetDocument({ configDefinitions })
  const version = await makePublishedVersion({ document })
  const ref = { publisher: version.skillSet.publisher.handle, skillset: version.skillSet.slug }
  const users = await Promise.all(Array.from({ length: count }, () => makeUser()))
  for (const user of users)
    await saveConfigValues(await contextFor(user), ref, {
      api_key: { kind: 'set', value: `secret of ${user.id}` },
    })
  const wanted = { skillSetId: version.skillSetId, document }
  const opened = async () => {
    const all = await Promise.all(users.map((user) => unsealConfig(database(), user.organisation, wanted)))
    return all.map(({ secrets }) => secrets[0]?.value)
  }
  return { opened, expected: users.map(({ id }) => `secret of ${id}`) }
}

const rows = () => database().configValue.findMany({ orderBy: { organisationId: 'asc' } })
const listAuditEvents = (subjectId: string) => database().auditEvent.findMany({ where: { subjectId } })
const idsInUse = async () => [...new Set((await rows()).map(({ keyId }) => keyId))]

test('after a rotation of the key file, everything is sealed under the new key, and opens', async () => {
  const { opened, expected } = await makeSealed(3)
  const [before, old] = [await rows(), masterKey().id]

  const rotation = await rotateMasterKey({ db: database() })

  expect(rotation).toEqual({ keyId: masterKey().id, kind: 'fresh', rewrapped: 3, damaged: [] })
  expect(rotation.keyId).not.toBe(old)
  expect(await listAuditEvents(rotation.keyId)).toMatchObject([
    {
      action: 'master_key.rotate',
      actorName: 'Guildhall',
      data: { kind: 'fresh', rewrapped: 3, damaged: 0 },
    },
  ])
  expect(await idsInUse()).toEqual([rotation.keyId])
  expect(await opened()).toEqual(expected)
  // A rotation is not a new setting, so the date stays, and so does the ciphertext behind the wrapped key.
  const after = await rows()
  expect(after.map(({ updatedAt }) => updatedAt)).toEqual(before.map(({ updatedAt }) => updatedAt))
  expect(Buffer.from(after[0]!.sealed).subarray(61)).toEqual(Buffer.from(before[0]!.sealed).subarray(61))
})

test('a rotation of the master key re-encrypts test settings of drafts, which keep their date', async () => {
  const { owner, skillSetId } = await setUpTestSettings()
  await saveTestSettings(owner, { skillSetId, changes: { token: { kind: 'set', value: SECRET } } })
  const find = () => database().testConfigValue.findFirstOrThrow({ where: { skillSetId } })
  const before = await find()

  const rotation = await rotateMasterKey({ db: database() })

  const after = await find()
  expect(rotation).toMatchObject({ kind: 'fresh', rewrapped: 1, damaged: [] })
  expect([after.keyId, after.updatedAt]).toEqual([rotation.keyId, before.updatedAt])
  expect(after.keyId).not.toBe(before.keyId)
  expect((await getTestSettings(owner, skillSetId)).fields[0]).not.toHaveProperty('isUnusable')
  await database().testConfig.deleteMany()
})

test('a rotation that was interrupted leaves everything readable, and the next one finishes it', async () => {
  const { opened, expected } = await makeSealed(5)
  let writes = 0
  const dying = database().$extends({
    query: {
      configValue: {
        updateMany({ args, query }) {
          writes += 1
          if (writes > 2) throw new Error('The power went.')
          return query(args)
        },
      },
    },
  }) as unknown as Database

  await expect(rotateMasterKey({ db: dying })).rejects.toThrow('The power went.')
  const newId = masterKey().id
  expect(await idsInUse()).toHaveLength(2)
  expect(await opened()).toEqual(expected)

  expect(await rotateMasterKey({ db: database() })).toEqual({
    keyId: newId,
    kind: 'finished',
    rewrapped: 3,
    damaged: [],
  })
  expect(await idsInUse()).toEqual([newId])
  expect(await opened()).toEqual(expected)
})

test('a value set during a rotation of the master key is preserved', async () => {
  const { opened, expected } = await makeSealed(1)
  const racing = database().$extends({
    query: {
      configValue: {
        async updateMany({ args, query }) {
          await database().configValue.updateMany({ data: { updatedAt: new Date(Date.now() + 1000) } })
          return query(args)
        },
      },
    },
  }) as unknown as Database

  expect((await rotateMasterKey({ db: racing })).rewrapped).toBe(0)
  expect(await opened()).toEqual(expected)
})

test('with the master key in the environment, the owner sets the new one there, with the old one next to it', async () => {
  const [old, fresh] = [freshKey(), freshKey()]
  vi.stubEnv('GUILDHALL_MASTER_KEY', old)
  const { opened, expected } = await makeSealed(2)
  expect((await rotateMasterKey({ db: database() })).kind).toBe('nothing')

  vi.stubEnv('GUILDHALL_MASTER_KEY', fresh)
  vi.stubEnv('GUILDHALL_MASTER_KEY_OLD', old)
  expect(await opened()).toEqual(expected)
  expect(await rotateMasterKey({ db: database() })).toMatchObject({ kind: 'finished', rewrapped: 2 })

  vi.stubEnv('GUILDHALL_MASTER_KEY_OLD', undefined)
  expect(await opened()).toEqual(expected)
})

test.each<[how: string, old: string | undefined]>([
  ['missing', undefined],
  ['another', freshKey()],
])(
  'if the old master key is %s, nothing is changed, and the error names the required key',
  async (_, old) => {
    const { id } = masterKey()
    await makeSealed(2)
    vi.stubEnv('GUILDHALL_MASTER_KEY', freshKey())
    vi.stubEnv('GUILDHALL_DATA_DIR', mkdtempSync(path.join(folder, 'empty-')))
    vi.stubEnv('GUILDHALL_MASTER_KEY_OLD', old)
    const before = await rows()

    await expect(rotateMasterKey({ db: database() })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      message: `2 values are encrypted with the master key ${id}, which is not available.`,
    })
    expect(await rows()).toEqual(before)
  },
)

test('a rotation reports an invalid master key', async () => {
  vi.stubEnv('GUILDHALL_MASTER_KEY', 'secret')

  await expect(rotateMasterKey({ db: database() })).rejects.toThrow(
    'The master key must be 32 bytes in base64.',
  )
})

test('a rotation reports a sealed value that was modified, and still rotates the others', async () => {
  await makeSealed(2)
  const [damaged] = await rows()
  await database().configValue.updateMany({
    where: { organisationId: damaged!.organisationId },
    data: { sealed: new Uint8Array(100) },
  })

  const { rewrapped, damaged: damagedValues } = await rotateMasterKey({ db: database() })

  expect([rewrapped, damagedValues]).toEqual([
    1,
    [expect.objectContaining({ organisationId: damaged!.organisationId })],
  ])
})

test('a rotation stores the old master key next to the new one with owner-only permissions', async () => {
  const file = path.join(process.env.GUILDHALL_DATA_DIR!, 'master.key')
  masterKey()
  const old = readFileSync(file, 'utf8')
  await rotateMasterKey({ db: database() })

  expect(readFileSync(`${file}.old`, 'utf8')).toBe(old)
  expect(statSync(`${file}.old`).mode & 0o077).toBe(0)
})

test('a rotation of the master key re-encrypts client secrets of integration providers', async () => {
  const oauth = {
    kind: 'oauth2',
    issuer: 'https://id.example.com',
    clientId: 'a',
    clientSecret: 'a-client-secret',
  }
  const slug = await makeProvider(oauth)

  const rotation = await rotateMasterKey({ db: database() })

  const row = await database().integrationProvider.findUniqueOrThrow({ where: { slug } })
  expect(row.keyId).toBe(rotation.keyId)
  expect(openClientSecret(row)).toBe('a-client-secret')
})
