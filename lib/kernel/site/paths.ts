/**
 * Every URL of this site. Segments are encoded, so that a name cannot lead to another page. See the snapshot
 * in `paths.test.ts`.
 */

import { isToolName } from '../names/tool-name.ts'

const e = encodeURIComponent

export const paths = {
  home: '/',
  find: '/find',
  builtInTools: '/?runtime=built_in',
  publisher: (handle: string) => `/${e(handle)}`,
  skillSet: (handle: string, skillSet: string) => `/${e(handle)}/${e(skillSet)}`,
  rolloutsApi: (skillSet: string) => `/api/rollouts/${e(skillSet)}`,
  rollout: (handle: string, skillSet: string, version: string) =>
    `/${e(handle)}/${e(skillSet)}?${new URLSearchParams({ version })}#rollout`,
  skill: (handle: string, skillSet: string, skill: string) => `/${e(handle)}/${e(skillSet)}/${e(skill)}`,

  /** Pages for frames on other sites. */
  embed: (handle: string, skillSet: string, skill: string) =>
    `/embed/${e(handle)}/${e(skillSet)}/${e(skill)}`,
  embedShared: (token: string) => `/embed/shared/${e(token)}`,

  tool: (name: string) => `/tools/${e(name)}`,

  runs: '/runs',
  testRuns: '/runs?tests=1',
  /** `filters` is the query string of the list. */
  runsExport: (format: 'csv' | 'json', filters: string) => `/api/runs?format=${e(format)}&${filters}`,
  compareRuns: (before: string, after?: string) =>
    `/runs/compare?${new URLSearchParams({ before, ...(after !== undefined && { after }) })}`,
  run: (id: string) => `/runs/${e(id)}`,
  batches: '/runs/batches',
  batchNew: (skill: string) => `/runs/batches/new?${new URLSearchParams({ skill })}`,
  batch: (id: string) => `/runs/batches/${e(id)}`,
  batchRows: (id: string, format: 'csv' | 'json') => `/api/batches/${e(id)}/rows?format=${e(format)}`,
  sharedLinks: '/runs/links',
  ownReplays: '/runs/updates',
  ownReplay: (submission: string) => `/runs/updates/${e(submission)}`,
  share: (token: string) => `/shared/${e(token)}`,

  plans: '/plans',
  planNew: '/plans/new',
  plan: (slug: string) => `/plans/${e(slug)}`,
  planSkill: (slug: string) => `/plans/${e(slug)}/publish`,
  planTemplate: (slug: string) => `/plans/templates/${e(slug)}`,
  planRuns: (plan?: string) =>
    plan === undefined ? '/plans/runs' : `/plans/runs?${new URLSearchParams({ plan })}`,
  planRun: (id: string) => `/plans/runs/${e(id)}`,

  automations: '/automations',
  automation: (id: string) => `/automations/${e(id)}`,
  automationEvents: (id: string) => `/api/automations/${e(id)}/events`,

  vault: '/vault',
  vaultFile: (path: string) => `/vault?${new URLSearchParams({ file: path })}`,
  vaultBytes: (path: string) => `/api/vault/file?${new URLSearchParams({ path })}`,
  vaultList: (prefix: string) => `/api/vault/files?${new URLSearchParams({ prefix })}`,
  vaultFind: (name: string) => `/api/vault/find?${new URLSearchParams({ name })}`,
  vaultArchive: (prefix: string) => `/api/vault/archive?${new URLSearchParams({ prefix })}`,
  vaultHistory: (path?: string) =>
    `/api/vault/history${path === undefined ? '' : `?${new URLSearchParams({ path })}`}`,
  vaultUndo: '/api/vault/undo',

  publish: '/publish',
  publishNew: '/publish/new',
  publishFailedRuns: '/publish/failed-runs',
  ownFailedRuns: '/publish/failed-runs?own=1',
  publishAnalytics: '/publish/analytics',
  analyticsExport: (query: Record<string, string>) => `/api/analytics?${new URLSearchParams(query)}`,
  earnings: '/publish/earnings',
  payout: (id: string) => `/publish/earnings/${e(id)}`,
  publishSkillSet: (id: string) => `/publish/${e(id)}`,
  skillSetSettings: (id: string) => `/publish/${e(id)}/settings`,
  publisherSettings: (handle: string) => `/publish/handles/${e(handle)}`,
  stagedSubmission: (id: string) => `/publish/staged/${e(id)}`,
  transfer: (id: string) => `/publish/transfers/${e(id)}`,

  submission: (id: string) => `/review/${e(id)}`,
  appeal: (id: string) => `/review/appeals/${e(id)}`,

  admin: '/admin',
  review: '/admin/review',
  appeals: '/admin/appeals',
  audit: '/admin/audit',
  /** `search` is the query string of the page, with its “?” or empty. */
  auditExport: (format: 'csv' | 'jsonl', search: string) =>
    `/api/audit?${new URLSearchParams([['format', format], ...new URLSearchParams(search)])}`,
  reports: '/admin/reports',
  adminBehaviour: '/admin/behaviour',
  activity: '/admin/activity',
  people: '/admin/people',
  person: (id: string) => `/admin/people/${e(id)}`,
  publishers: '/admin/publishers',
  publisherForAdmin: (handle: string) => `/admin/publishers/${e(handle)}`,
  restrictions: '/admin/restrictions',
  recalls: '/admin/recalls',
  recallNew: (skillSetId: string) => `/admin/recalls/new?${new URLSearchParams({ skillset: skillSetId })}`,
  recallForAdmin: (id: string) => `/admin/recalls/${e(id)}`,
  recall: (id: string) => `/recalls/${e(id)}`,
  ownRecalls: '/recalls',
  recallFeed: '/recalls.json',
  recording: (id: string) => `/api/recordings/${e(id)}`,
  removals: '/removals',
  about: '/about',
  publicStatus: '/status',
  privacy: '/privacy',
  organisations: '/admin/organisations',
  organisationForAdmin: (id: string) => `/admin/organisations/${e(id)}`,
  siteSettings: '/admin/settings',
  money: '/admin/money',
  refund: (runId: string) => `/admin/money?${new URLSearchParams({ run: runId })}#refund`,
  mail: '/admin/mail',
  ownHosts: '/admin/hosts',
  providers: '/admin/integrations',
  providerNew: '/admin/integrations/new',
  provider: (slug: string) => `/admin/integrations/${e(slug)}`,
  statement: (of: string) => `/api/statements/${e(of)}`,
  payoutStatement: (id: string) => `/api/statements/payout?${new URLSearchParams({ id })}`,

  settings: '/settings',
  addressConfirmed: '/settings?confirmed=1',
  organisation: '/settings/organisation',
  keys: '/settings/keys',
  keyConfirmation: (id: string) => `/settings/keys/confirm/${id}`,
  webhooks: '/settings/webhooks',
  planPolicy: '/settings/plans',
  toolsets: '/settings/toolsets',
  blobList: '/settings/blobs',
  wallet: '/settings/wallet',
  retention: '/settings/retention',
  storage: '/settings/storage',
  installed: '/settings/installed',
  configList: '/settings/config',
  config: (handle: string, skillSet: string) => `/settings/config/${e(handle)}/${e(skillSet)}`,
  integrations: '/settings/integrations',
  /** `skillSet` ("publisher.skillset") needs the accounts; `back` is the page to return to. */
  integrationsFor: (skillSet: string, back?: string) =>
    `/settings/integrations?${new URLSearchParams({ for: skillSet, ...(back !== undefined && { back }) })}`,
  connectCallback: '/api/integrations/callback',
  join: (token: string) => `/join/${e(token)}`,
  starred: '/starred',
  collections: '/collections',
  collection: (id: string) => `/collections/${e(id)}`,
  notices: '/notices',
  security: '/settings/security',
  confirmIdentity: '/settings/confirm-identity',
  deleteAccount: '/settings/delete',
  deleteOrganisation: '/settings/organisation/delete',
  accountExport: '/api/account/export',
  notificationSettings: '/settings/notifications',
  unsubscribe: (token: string) => `/unsubscribe/${e(token)}`,
  unsubscribeByPost: (token: string) => `/api/unsubscribe/${e(token)}`,

  signIn: (next?: string) => withNext('/sign-in', next),
  secondStep: (next?: string) => withNext('/sign-in/second', next),
  signUp: (next?: string) => withNext('/sign-up', next),
  welcome: '/welcome',
  resetRequest: '/reset',
  reset: (token: string) => `/reset/${e(token)}`,
  confirmEmail: (token: string) => `/confirm-email/${e(token)}`,

  docs: '/docs',
  docsSearch: '/docs/search',
  docsFind: (q: string) => `/api/docs/search?${new URLSearchParams({ q })}`,
  docsPublishing: '/docs/publishing',
  docsLaptop: '/docs/laptop',
  docsContracts: '/docs/contracts',
  docsErrors: '/docs/errors',
  docsIntegrations: '/docs/integrations',
  docsHandler: '/docs/handler',
  docsMcp: '/docs/mcp',
  docsQuickstart: '/docs/quickstart',
  docsRpc: '/docs/rpc',
  docsSandbox: '/docs/sandbox',
  docsSdk: '/docs/sdk',
  docsLint: '/docs/lint',
  docsReviewRules: '/docs/review-rules',
  docsOrganisations: '/docs/organisations',
  docsPolicies: '/docs/policies',
  docsTools: '/docs/tools',
  docsTrust: '/docs/trust',
  docsPlans: '/docs/plans',
  docsSchemas: '/docs/schemas',
  docsCommands: '/docs/commands',
  docsApi: '/docs/api',
  rpc: '/rpc',
  mcp: '/mcp',
  /** Offers the skills of a toolset of the key's organisation as tools. */
  mcpToolset: (toolset: string) => `/mcp?toolset=${e(toolset)}`,
  llms: '/llms.txt',
  sitemap: '/sitemap.xml',
  sdkArchive: '/sdk.tgz',
  cliArchive: '/cli.tgz',
  skillFolders: '/api/skill-folders',
  repositorySkills: '/api/repository-skills',
  repositoryImports: '/api/repository-imports',
  stagingToken: '/api/trusted-publishing/token',
  stagedSubmissions: '/api/trusted-publishing/submissions',
  publishing: '/api/publishing',
  publishingSubmissions: '/api/publishing/submissions',
  publishingStudio: (tool: string) => `/api/publishing/studio/${tool}`,
  publishingTestRuns: '/api/publishing/test-runs',
  publishingTestRun: (id: string) => `/api/publishing/test-runs/${e(id)}`,
  draft: (skillSetId: string, skill?: string) =>
    `/api/drafts/${e(skillSetId)}${skill ? `?skill=${e(skill)}` : ''}`,
  submittedFolder: (submissionId: string, skill: string) =>
    `/api/submissions/${e(submissionId)}/folder?skill=${e(skill)}`,
  skillFolder: (name: string, version?: string) =>
    `/api/skills/${e(name)}/folder${version ? `?version=${e(version)}` : ''}`,
  validator: (format: string, schema: string) => `/api/validators?format=${format}&schema=${schema}`,
  contractDocument: (name: string, version?: string) =>
    `/api/skills/${e(name)}/contract.json${version ? `?version=${e(version)}` : ''}`,
  skillSetSchema: '/api/skillset.schema.json',
  openApi: '/api/openapi.json',
  blobs: '/api/blobs',
  /** Accepts `id` with or without "blob:". */
  blob: (id: string) => `/api/blobs/${e(id.replace(/^blob:/, ''))}`,
  handlerTypes: '/api/handler.d.ts',
  runtimeTypes: '/api/runtime.pyi',
  status: '/admin/status',
} as const

export function skillNamePath(name: string): string {
  if (isToolName(name)) return paths.tool(name)
  const [handle, skillSet, skill, ...more] = name.split('.')
  return handle && skillSet && skill && more.length === 0 ? paths.skill(handle, skillSet, skill) : paths.home
}

function withNext(path: string, next: string | undefined): string {
  return next && next !== '/' ? `${path}?next=${e(next)}` : path
}

/** Pages in frames on other sites have no header and footer. */
export function isEmbedPath(path: string): boolean {
  return path.startsWith('/embed/')
}
