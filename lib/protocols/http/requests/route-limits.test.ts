/**
 * Compares the source of each route and action with a row: who may call it, how much of a body it reads, and what
 * counts the call. A new route fails here until it has a row.
 */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const APP = path.resolve(import.meta.dirname, '../../../../app')
const files = fs
  .readdirSync(APP, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(APP, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
const read = (file: string) => fs.readFileSync(path.join(APP, file), 'utf8').replace(/^import .*$/gm, '')

/**
 * Calls that identify the caller and count the call. "constant": the answer is the same for everyone and needs no
 * data, so counting would cost more than answering.
 */
const COUNTED = {
  key: /contextFromKey\(/,
  'key or address': /authenticateBearer\(|contextOfReader\(/,
  'key, person or address': /contextFromRequest\(/,
  'person or address': /contextFromPage\(/,
  address: /contextOfCaller\(/,
  'shared check': /getSharedHealth\(/,
  'token of the operator': /requireMetricsToken\(/,
} as const

const READS = /\b(?:readJsonBody|readText|readBody|streamBody|uploadBody|readFormFields|readAuthRequest)\(/

type Row = [route: string, counted: keyof typeof COUNTED | 'constant', body: string]

// biome-ignore format: table
const ROUTES: Row[] = [
  ['.well-known/mcp/server-card.json',                'constant',               ''],
  ['.well-known/oauth-authorization-server',          'constant',               ''],
  ['.well-known/oauth-protected-resource/[[...path]]', 'constant',              ''],
  ['api/[[...path]]',                                 'constant',               ''],
  ['api/account/export',                              'person or address',      ''],
  ['api/analytics',                                   'person or address',      ''],
  ['api/auth/[...nextauth]',                          'address',                '64 kB'],
  ['api/automations',                                 'key',                    '6 MB'],
  ['api/automations/[id]',                            'key',                    '6 MB'],
  ['api/automations/[id]/events',                     'address',                '1 MB'],
  ['api/automations/[id]/run',                        'key',                    ''],
  ['api/batches/[id]',                                'key',                    ''],
  ['api/batches/[id]/cancel',                         'key, person or address', ''],
  ['api/batches/[id]/rows',                           'key, person or address', ''],
  ['api/blobs',                                       'key, person or address', 'GUILDHALL_BLOB_MAX_MB, streamed'],
  ['api/blobs/[id]',                                  'key, person or address', ''],
  ['api/docs/search',                                 'person or address',      ''],
  ['api/drafts/[id]',                                 'person or address',      ''],
  ['api/handler.d.ts',                                'constant',               ''],
  ['api/health',                                      'shared check',           ''],
  ['api/images',                                      'person or address',      'MAX_IMAGE_BYTES'],
  ['api/integrations/callback',                       'person or address',      ''],
  ['api/keys',                                        'key',                    '64 kB'],
  ['api/keys/[id]',                                   'key',                    ''],
  ['api/oauth/register',                              'address',                '64 kB'],
  ['api/oauth/revoke',                                'address',                '64 kB'],
  ['api/oauth/token',                                 'address',                '64 kB'],
  ['api/openapi.json',                                'key or address',         ''],
  ['api/plan-runs',                                   'key',                    '6 MB'],
  ['api/plan-runs/[id]',                              'key',                    ''],
  ['api/plan-runs/[id]/cancel',                       'key, person or address', ''],
  ['api/plan-runs/[id]/confirm',                      'key, person or address', ''],
  ['api/plan-runs/[id]/events',                       'key, person or address', ''],
  ['api/plan-runs/[id]/results',                      'key',                    ''],
  ['api/plan-runs/[id]/resume',                       'key',                    '6 MB'],
  ['api/plans/check',                                 'key',                    '6 MB'],
  ['api/publishing',                                  'key',                    ''],
  ['api/publishing/studio/[tool]',                    'key',                    '4 MB'],
  ['api/publishing/submissions',                      'key',                    '4 MB'],
  ['api/publishing/test-runs',                        'key',                    '6 MB'],
  ['api/publishing/test-runs/[id]',                   'key',                    ''],
  ['recalls.json',                                    'key or address',         ''],
  ['api/recordings/[id]',                             'key or address',         ''],
  ['api/repository-imports',                          'key, person or address', '64 kB'],
  ['api/repository-skills',                           'key, person or address', ''],
  ['api/rollouts/[skillset]',                         'key, person or address', ''],
  ['api/rollouts/[skillset]/[version]/finish',        'key, person or address', ''],
  ['api/rollouts/[skillset]/[version]/return',        'key, person or address', '64 kB'],
  ['api/rollouts/[skillset]/[version]/take',          'key, person or address', '64 kB'],
  ['api/audit',                                       'person or address',      ''],
  ['api/runs',                                        'person or address',      ''],
  ['api/runs/[id]',                                   'key',                    ''],
  ['api/runs/[id]/cancel',                            'key, person or address', ''],
  ['api/runs/[id]/events',                            'key, person or address', ''],
  ['api/runtime.pyi',                                 'constant',               ''],
  ['api/search',                                      'person or address',      ''],
  ['api/shared/[token]',                              'person or address',      ''],
  ['api/skill-folders',                               'key, person or address', 'FOLDER_LIMITS.archiveBytes'],
  ['api/skills/[name]/batches',                       'key',                    '6 MB'],
  ['api/skills/[name]/contract.json',                 'key or address',         ''],
  ['api/skills/[name]/folder',                        'key, person or address', ''],
  ['api/skills/[name]/quote',                         'key or address',         ''],
  ['api/skills/[name]/runs',                          'key',                    '2 MB'],
  ['api/skills/[name]/tool',                          'key or address',         ''],
  ['api/skills/search',                               'key or address',         '64 kB, 1 MB with a key'],
  ['api/skillset.schema.json',                        'person or address',      ''],
  ['api/statements/[of]',                             'person or address',      ''],
  ['api/submissions/[id]/folder',                     'person or address',      ''],
  ['api/trusted-publishing/submissions',              'address',                '4 MB'],
  ['api/trusted-publishing/token',                    'address',                '64 kB'],
  ['api/unsubscribe/[token]',                         'address',                ''],
  ['api/validators',                                  'person or address',      ''],
  ['api/vault/archive',                               'key, person or address', 'IMPORT_LIMITS.archiveBytes'],
  ['api/vault/file',                                  'key, person or address', 'GUILDHALL_VAULT_FILE_MB, streamed'],
  ['api/vault/files',                                 'key, person or address', ''],
  ['api/vault/find',                                  'key, person or address', ''],
  ['api/vault/history',                               'key, person or address', ''],
  ['api/vault/undo',                                  'key, person or address', '64 kB'],
  ['api/workspace/commands/[id]',                     'person or address',      ''],
  ['api/workspace/documents/[id]',                    'person or address',      ''],
  ['api/workspace/events',                            'person or address',      ''],
  ['api/workspace/updates',                           'person or address',      'MAX_PUSH_BYTES'],
  ['cli.tgz',                                         'constant',               ''],
  ['images/[id]',                                     'person or address',      ''],
  ['llms.txt',                                        'constant',               ''],
  ['mcp',                                             'key',                    '10 MB'],
  ['mcp/server-card',                                 'constant',               ''],
  ['metrics',                                         'token of the operator',  ''],
  ['rpc',                                             'key or address',         '64 kB, 10 MB with a key'],
  ['sdk.tgz',                                         'constant',               ''],
  ['v0.1/[[...path]]',                                'constant',               ''],
  ['v0.1/servers',                                    'key or address',         ''],
  ['v0.1/servers/[serverName]/versions',              'key or address',         ''],
  ['v0.1/servers/[serverName]/versions/[version]',    'key or address',         ''],
]

test('every route has a row, and every row a route', () => {
  const routes = files.flatMap((file) => /^(.+)\/route\.tsx?$/.exec(file)?.[1] ?? [])

  expect(ROUTES.map(([route]) => route).sort()).toEqual(routes.sort())
})

describe.each(ROUTES)('%s', (route, counted, body) => {
  const source = read(`${route}/route.ts`)

  test(`is counted by: ${counted}`, () => {
    const found = Object.entries(COUNTED).flatMap(([name, call]) => (call.test(source) ? [name] : []))

    expect(found).toEqual(counted === 'constant' ? [] : [counted])
    // These create a context without counting the call.
    expect(source).not.toMatch(/contextFromCookie\(|contextOfVisitor\(/)
  })

  test(body ? `reads a body of at most ${body}, once the caller was counted` : 'reads no body', () => {
    expect(READS.test(source)).toBe(body !== '')
    // The methods of Request read bodies of any size.
    expect(source).not.toMatch(/request\.(?:text|json|formData|arrayBuffer|blob|bytes|body)\b/)
    if (body === '') return
    const handler = source.slice(source.search(/(?:function|const) (?:POST|PUT|PATCH|handle)\b/))
    // /mcp counts calls in a function of its own, which the tests of hostile bodies cover.
    const count = [...Object.values(COUNTED), /answerMcp\(/].map((call) => handler.search(call))
    expect(Math.min(...count.filter((at) => at >= 0))).toBeLessThan(handler.search(READS))
  })
})

/** Calls that refuse an unknown caller. */
const KNOWN =
  /contextFromKey\(|answerMcp\(|requireViewer\(|requireWorkspaceOwner\(|openVaultToWrite\(|requireStagingToken\(|requireTrigger\(/

/** Streamed bodies are read by services that know the caller; /rpc has limits of its own for visitors. */
const LARGE = ROUTES.filter(([, , body]) => !/^$|^64 kB|streamed/.test(body))

test.each(LARGE)('%s reads more than 64 kB only of a caller that is known', (route) => {
  const source = read(`${route}/route.ts`)
  const handler = source.slice(source.search(/(?:function|const) (?:POST|PUT|PATCH|handle)\b/))

  expect(source).toMatch(KNOWN)
  if (route !== 'mcp') expect(handler.search(KNOWN)).toBeLessThan(handler.search(READS))
})

/** Actions whose result is not made by `actionResult`, and why they need not be counted. */
const UNCOUNTED: Record<string, string> = { 'actions.ts#signOut': 'ends the session of its own browser' }

const actionFiles = files.filter(
  (file) => !/\.test\.tsx?$/.test(file) && /\.tsx?$/.test(file) && /^'use server'$/m.test(read(file)),
)

test.each(actionFiles)('every action of %s is counted against its caller', (file) => {
  const source = read(file)
  // Functions of the file that other functions in it call to create their result.
  const helpers = [...source.matchAll(/^(?:async )?function (\w+)/gm)]
    .map(([, name]) => name!)
    .filter((name) => /(actionResult|performAction)\(/.test(bodyOf(source, name)))
  const counts = new RegExp(`\\b(?:actionResult|performAction|${['-', ...helpers].join('|')})\\(`)
  const exported = [...source.matchAll(/^export async function (\w+)/gm)].map(([, name]) => name!)

  const uncounted = exported.filter((name) => !counts.test(bodyOf(source, name)))

  expect(uncounted.filter((name) => !UNCOUNTED[`${file}#${name}`])).toEqual([])
})

function bodyOf(source: string, name: string): string {
  const start = source.search(new RegExp(`function ${name}\\b`))
  return source.slice(start, source.indexOf('\n}\n', start) + 1)
}
