/**
 * Every address of this site, built in one place. Ground; also in the browser.
 *
 * Segments are encoded, so that no name can reach another page. The snapshot in `paths.test.ts` is the map of
 * the site.
 */

import { isToolName } from './skill-name.ts'

const e = encodeURIComponent

export const paths = {
  home: '/',
  publisher: (handle: string) => `/${e(handle)}`,
  skillSet: (handle: string, skillSet: string) => `/${e(handle)}/${e(skillSet)}`,
  skill: (handle: string, skillSet: string, skill: string) => `/${e(handle)}/${e(skillSet)}/${e(skill)}`,

  /** Of a first-party tool: "vault.readFile". */
  tool: (name: string) => `/tools/${e(name)}`,

  runs: '/runs',
  run: (id: string) => `/runs/${e(id)}`,
  share: (token: string) => `/shared/${e(token)}`,

  plans: '/plans',
  planNew: '/plans/new',
  plan: (slug: string) => `/plans/${e(slug)}`,
  planTemplate: (slug: string) => `/plans/templates/${e(slug)}`,
  /** Every one of the organisation's; of one plan that is kept, by its slug. */
  planRuns: (plan?: string) =>
    plan === undefined ? '/plans/runs' : `/plans/runs?${new URLSearchParams({ plan })}`,
  planRun: (id: string) => `/plans/runs/${e(id)}`,

  vault: '/vault',
  /** With this file in front. */
  vaultFile: (path: string) => `/vault?${new URLSearchParams({ file: path })}`,
  /** Its bytes, in and out. */
  vaultBytes: (path: string) => `/api/vault/file?${new URLSearchParams({ path })}`,
  /** Of a folder; of everything for "". */
  vaultList: (prefix: string) => `/api/vault/files?${new URLSearchParams({ prefix })}`,
  /** Files by what they are called. */
  vaultFind: (name: string) => `/api/vault/find?${new URLSearchParams({ name })}`,
  /** As a zip archive, in and out. */
  vaultArchive: (prefix: string) => `/api/vault/archive?${new URLSearchParams({ prefix })}`,
  /** What was done to a file; in the whole vault without one. */
  vaultHistory: (path?: string) =>
    `/api/vault/history${path === undefined ? '' : `?${new URLSearchParams({ path })}`}`,
  vaultUndo: '/api/vault/undo',

  publish: '/publish',
  publishNew: '/publish/new',
  publishFailedRuns: '/publish/failed-runs',
  earnings: '/publish/earnings',
  publishSkillSet: (id: string) => `/publish/${e(id)}`,

  review: '/review',
  submission: (id: string) => `/review/${e(id)}`,
  audit: '/review/audit',
  reports: '/review/reports',
  activity: '/admin/activity',
  users: '/admin/users',
  money: '/admin/money',
  statement: (of: string) => `/api/statements/${e(of)}`,

  settings: '/settings',
  organisation: '/settings/organisation',
  keys: '/settings/keys',
  webhooks: '/settings/webhooks',
  planPolicy: '/settings/plans',
  toolsets: '/settings/toolsets',
  blobList: '/settings/blobs',
  wallet: '/settings/wallet',
  retention: '/settings/retention',
  installed: '/settings/installed',
  config: (handle: string, skillSet: string) => `/settings/config/${e(handle)}/${e(skillSet)}`,
  join: (token: string) => `/join/${e(token)}`,
  notices: '/notices',

  signIn: (next?: string) => withNext('/sign-in', next),
  signUp: (next?: string) => withNext('/sign-up', next),
  reset: (token: string) => `/reset/${e(token)}`,

  docs: '/docs',
  docsPublishing: '/docs/publishing',
  docsContracts: '/docs/contracts',
  docsErrors: '/docs/errors',
  docsHandler: '/docs/handler',
  docsMcp: '/docs/mcp',
  docsQuickstart: '/docs/quickstart',
  docsRpc: '/docs/rpc',
  docsSandbox: '/docs/sandbox',
  docsSdk: '/docs/sdk',
  docsLint: '/docs/lint',
  docsTools: '/docs/tools',
  docsPlans: '/docs/plans',
  docsSchemas: '/docs/schemas',
  docsCommands: '/docs/commands',
  docsApi: '/docs/api',
  rpc: '/rpc',
  mcp: '/mcp',
  /** With the skills of a toolset as tools; of the key's own organisation. */
  mcpToolset: (toolset: string) => `/mcp?toolset=${e(toolset)}`,
  llms: '/llms.txt',
  skillFolders: '/api/skill-folders',
  /** A skill as a zip archive. */
  skillFolder: (name: string, version?: string) =>
    `/api/skills/${e(name)}/folder${version ? `?version=${e(version)}` : ''}`,
  /** `name` is publisher.skillset.skill; without `version` the latest. */
  contractDocument: (name: string, version?: string) =>
    `/api/skills/${e(name)}/contract.json${version ? `?version=${e(version)}` : ''}`,
  skillSetSchema: '/api/skillset.schema.json',
  openApi: '/api/openapi.json',
  blobs: '/api/blobs',
  /** `id` with or without "blob:". */
  blob: (id: string) => `/api/blobs/${e(id.replace(/^blob:/, ''))}`,
  handlerTypes: '/api/handler.d.ts',
  runtimeTypes: '/api/runtime.pyi',
  status: '/admin/status',
} as const

/** The page of "publisher.skillset.skill", and of "vault.readFile"; the catalogue for anything else. */
export function skillNamePath(name: string): string {
  if (isToolName(name)) return paths.tool(name)
  const [handle, skillSet, skill, ...more] = name.split('.')
  return handle && skillSet && skill && more.length === 0 ? paths.skill(handle, skillSet, skill) : paths.home
}

function withNext(path: string, next: string | undefined): string {
  return next && next !== '/' ? `${path}?next=${e(next)}` : path
}
