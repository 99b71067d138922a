// Code writes a secret wherever it can, and then everything stored or shown is searched for it. The version reads
// the secret raw, because it could not write a brokered one.
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { withClient } from '#bin/server/postgres/databases.ts'
import { saveConfigValues } from '../../config/save-config-values.ts'
import type { Context } from '../../context/context.ts'
import type { ConfigDefinition, SkillDocument } from '../../contracts/document/skillset-document.ts'
import { install } from '../../installs/change-install.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { startCollector } from '../../testing/start-collector.ts'
import { runToEnd } from '../start/start-run.ts'
import { getRun, getRunPage } from '../views/get-run.ts'
import { listRuns, listSkillRuns } from '../views/list-runs.ts'
import type { RunView } from '../views/run-view.ts'
import { getSharedRun, shareRun } from '../views/share-run.ts'

const SECRET = 'sk_live/"ü&\'<7> +~!0123=?'
const PEM = [
  '-----BEGIN KEY-----',
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
  'BKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj',
  '-----END KEY-----',
].join('\n')

/** Returns the spellings of a secret, independently of the product's own code. */
function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const json = JSON.stringify(secret).slice(1, -1)
  const url = encodeURIComponent(secret)
  // In Base64, three bytes become four characters, so a secret inside a text has three possible spellings.
  const inner = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return text.slice(before === 0 ? 0 : 4, Math.floor((before + bytes.length) / 3) * 4)
  })
  const base64 = [bytes.toString('base64').replace(/=+$/, ''), ...inner]
  return [
    secret,
    json,
    url,
    url.replace(/%../g, (each) => each.toLowerCase()),
    new URLSearchParams({ '': secret }).toString().slice(1),
    ...base64,
    ...base64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_')),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ]
}
const NEEDLES = [...spellingsOf(SECRET), ...spellingsOf(PEM), ...PEM.split('\n').slice(1, 3)]

/** The handler, which writes the secrets everywhere; `all` contains their spellings in JavaScript. */
const PLANT = `
const bytes = (text) => new TextEncoder().encode(text)
const b64 = (text) => btoa(String.fromCharCode(...bytes(text)))
const hex = (text) => [...bytes(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const spell = (s) => [s, JSON.stringify(s), encodeURIComponent(s), new URLSearchParams({ k: s }).toString(), b64(s), b64('u:' + s), b64('us:' + s + '!'), b64(s).replaceAll('+', '-').replaceAll('/', '_'), hex(s), hex(s).toUpperCase()]
async function handler({ config, parameters, context }) {
  const all = [...spell(config.api_key), ...spell(config.pem)]
  const text = all.join(' | ')
  for (const each of all) console.log('log', each)
  console.error({ nested: { deeper: all } })
  for (const line of config.pem.split('\\n')) console.log(line)
  context.progress(0.5, config.api_key)
  await scheduler.wait(400)
  if (parameters.name === 'returns') return { message: text, nested: { list: [{ all }] }, [config.api_key]: 'a key', [b64(config.pem)]: 1 }
  if (parameters.name === 'breaks') return { message: { text, [config.api_key]: all } }
  if (parameters.name === 'fields') throw { code: 'NOT_FOUND', message: text, recoverable: true, suggested_action: config.api_key, [config.api_key]: all }
  if (parameters.name === 'named') throw Object.assign(new Error(config.pem), { name: config.api_key, code: config.api_key })
  if (parameters.name === 'asks') return fetch('http://' + hex(config.api_key).slice(0, 60) + '.example/' + encodeURIComponent(config.api_key))
  const failing = { [config.api_key]() { throw new Error(text) } }
  return failing[config.api_key]()
}`

const configDefinitions: ConfigDefinition[] = [
  { key: 'api_key', label: 'API key', type: 'SECRET', required: true, order: 1 },
  { key: 'pem', label: 'Private key', type: 'STRING', isSensitive: true, required: true, order: 2 },
]
const raw = (key: string) => ({ key, hosts: [], exposure: 'raw' as const, reason: 'It signs.' })
const skill: Partial<SkillDocument> = {
  definition: PLANT,
  response: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
}

const CHANNELS = ['returns', 'breaks', 'fields', 'named', 'asks', 'throws']
const written: string[] = []
const runs: { channel: string; run: RunView }[] = []
let ctx: Context
let publisher: Context
let collector: Awaited<ReturnType<typeof startCollector>>

beforeAll(async () => {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation(
      (...values) => void written.push(values.map((each) => inspect(each)).join(' ')),
    )
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0)

  collector = await startCollector()
  ctx = await contextFor(await makeUser(), { sandbox: connectSandbox() })
  const document = makeSkillSetDocument({
    skills: [makeSkillDocument(skill)],
    configDefinitions,
    permissions: { secrets: [raw('api_key'), raw('pem')], network: ['*.example'] },
  })
  const version = await makePublishedVersion({ document })
  const ref = { publisher: version.skillSet.publisher.handle, skillset: version.skillSet.slug }
  await install(ctx, ref, { versionId: version.id, consent: true })
  await saveConfigValues(ctx, ref, {
    api_key: { kind: 'set', value: SECRET },
    pem: { kind: 'set', value: PEM },
  })
  const owner = version.skillSet.publisher.owner
  publisher = await contextFor(owner, { sandbox: connectSandbox() })
  await saveConfigValues(publisher, ref, {
    api_key: { kind: 'set', value: SECRET },
    pem: { kind: 'set', value: PEM },
  })

  const name = { name: version.skillName }
  for (const channel of CHANNELS) {
    runs.push({ channel, run: await runToEnd(ctx, { skill: name, args: { name: channel } }) })
    // The publisher's own people also see the stack and the contract violations.
    runs.push({
      channel,
      run: await runToEnd(publisher, { skill: name, args: { name: channel, [SECRET]: PEM } }),
    })
  }
}, 120_000)
afterAll(async () => {
  vi.restoreAllMocks()
  await collector.stop()
})

function found(text: string): string[] {
  // A column may contain JSON within JSON, whose escapes are escaped again.
  const plain = [text, text.replaceAll('\\\\', '\\'), text.replaceAll('\\"', '"')]
  return NEEDLES.filter((needle) => plain.some((each) => each.includes(needle)))
}

test('each run whose code leaked the secret ended as the code decided, and its marks are there', () => {
  expect(runs.map(({ run }) => run.state).sort()).toEqual([
    ...Array(10).fill('failed'),
    ...Array(2).fill('succeeded'),
  ])
  expect(JSON.stringify(runs).match(/\[redacted: (api_key|pem)\]/g)?.length).toBeGreaterThan(100)
  expect(found(spellingsOf(SECRET).join(' ')).length).toBeGreaterThan(10)
})

describe('the secret is nowhere', () => {
  test('the secret is not in the report of a run: output, log, progress, error, custom fields, stack, trace', () => {
    for (const { channel, run } of runs) expect([channel, found(JSON.stringify(run))]).toEqual([channel, []])
  })

  test('the secret is not on the page of a run, in the history or on a shared page', async () => {
    for (const [index, { channel, run }] of runs.entries()) {
      const viewer = index % 2 === 0 ? ctx : publisher
      const { token } = await shareRun(viewer, run.id)
      const shown = [
        await getRun(viewer, run.id),
        await getRunPage(viewer, run.id),
        await getSharedRun(viewer, token),
        await listRuns(viewer),
        await listSkillRuns(viewer, run.skillName),
      ]
      expect([channel, found(JSON.stringify(shown))]).toEqual([channel, []])
    }
  })

  test('the secret is nowhere in the database, including notices, audit and the ledger', async () => {
    const dump = await withClient(process.env.DATABASE_URL ?? '', async (client) => {
      const { rows } = await client.query<{ table: string }>(
        `select format('%I.%I', schemaname, tablename) as table from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
      )
      const texts: string[] = []
      for (const { table } of rows) {
        const { rows: lines } = await client.query<{ line: string }>(`select t::text as line from ${table} t`)
        texts.push(...lines.map(({ line }) => line))
      }
      return texts
    })

    expect(dump.length).toBeGreaterThan(CHANNELS.length)
    expect(dump.filter((line) => line.includes(runs[0]!.run.id)).length).toBeGreaterThan(0)
    expect(dump.flatMap((line) => found(line))).toEqual([])
    expect(await database().run.count({ where: { id: { in: runs.map(({ run }) => run.id) } } })).toBe(
      runs.length,
    )
  })

  test('the secret is not in the spans of the run’s trace', async () => {
    const spans = await collector.spans()

    expect(spans.filter(({ name }) => name === 'egress').length).toBeGreaterThan(0)
    expect(spans.filter(({ name }) => name === 'sandbox').length).toBe(runs.length)
    expect(found(JSON.stringify(spans))).toEqual([])
  })

  test('the secret is not in the server’s log', () => {
    expect(found(written.join('\n'))).toEqual([])
  })
})
