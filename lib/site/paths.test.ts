import { expect, test } from 'vitest'
import { paths, skillNamePath } from './paths.ts'

test('this is the map of the site', () => {
  const map = Object.fromEntries(
    Object.entries(paths).map(([name, path]) => {
      if (typeof path === 'string') return [name, path]
      return [name, (path as (...given: string[]) => string)('a', 'b', 'c')]
    }),
  )

  expect(map).toMatchInlineSnapshot(`
    {
      "accountExport": "/api/account/export",
      "activity": "/admin/activity",
      "admin": "/admin",
      "audit": "/admin/audit",
      "automation": "/automations/a",
      "automationEvents": "/api/automations/a/events",
      "automations": "/automations",
      "blob": "/api/blobs/a",
      "blobList": "/settings/blobs",
      "blobs": "/api/blobs",
      "builtInTools": "/?runtime=built_in",
      "compareRuns": "/runs/compare?before=a&after=b",
      "config": "/settings/config/a/b",
      "confirmEmail": "/confirm-email/a",
      "connectCallback": "/api/integrations/callback",
      "contractDocument": "/api/skills/a/contract.json?version=b",
      "deleteAccount": "/settings/delete",
      "deleteOrganisation": "/settings/organisation/delete",
      "docs": "/docs",
      "docsApi": "/docs/api",
      "docsCommands": "/docs/commands",
      "docsContracts": "/docs/contracts",
      "docsErrors": "/docs/errors",
      "docsHandler": "/docs/handler",
      "docsLint": "/docs/lint",
      "docsMcp": "/docs/mcp",
      "docsPlans": "/docs/plans",
      "docsPublishing": "/docs/publishing",
      "docsQuickstart": "/docs/quickstart",
      "docsRpc": "/docs/rpc",
      "docsSandbox": "/docs/sandbox",
      "docsSchemas": "/docs/schemas",
      "docsSdk": "/docs/sdk",
      "docsSearch": "/docs/search",
      "docsTools": "/docs/tools",
      "draft": "/api/drafts/a?skill=b",
      "earnings": "/publish/earnings",
      "handlerTypes": "/api/handler.d.ts",
      "home": "/",
      "installed": "/settings/installed",
      "integrations": "/settings/integrations",
      "integrationsFor": "/settings/integrations?for=a&back=b",
      "join": "/join/a",
      "keys": "/settings/keys",
      "llms": "/llms.txt",
      "mail": "/admin/mail",
      "mcp": "/mcp",
      "mcpToolset": "/mcp?toolset=a",
      "money": "/admin/money",
      "notices": "/notices",
      "notificationSettings": "/settings/notifications",
      "openApi": "/api/openapi.json",
      "organisation": "/settings/organisation",
      "organisationForAdmin": "/admin/organisations/a",
      "organisations": "/admin/organisations",
      "people": "/admin/people",
      "plan": "/plans/a",
      "planNew": "/plans/new",
      "planPolicy": "/settings/plans",
      "planRun": "/plans/runs/a",
      "planRuns": "/plans/runs?plan=a",
      "planTemplate": "/plans/templates/a",
      "plans": "/plans",
      "presence": "/settings/presence",
      "providers": "/admin/integrations",
      "publish": "/publish",
      "publishAnalytics": "/publish/analytics",
      "publishFailedRuns": "/publish/failed-runs",
      "publishNew": "/publish/new",
      "publishSkillSet": "/publish/a",
      "publisher": "/a",
      "publisherSettings": "/publish/handles/a",
      "publishers": "/admin/publishers",
      "reports": "/admin/reports",
      "reset": "/reset/a",
      "resetRequest": "/reset",
      "retention": "/settings/retention",
      "review": "/admin/review",
      "rpc": "/rpc",
      "run": "/runs/a",
      "runs": "/runs",
      "runsExport": "/api/runs?format=a&b",
      "runtimeTypes": "/api/runtime.pyi",
      "secondStep": "/sign-in/second?next=a",
      "security": "/settings/security",
      "settings": "/settings",
      "share": "/shared/a",
      "signIn": "/sign-in?next=a",
      "signUp": "/sign-up?next=a",
      "siteSettings": "/admin/settings",
      "skill": "/a/b/c",
      "skillFolder": "/api/skills/a/folder?version=b",
      "skillFolders": "/api/skill-folders",
      "skillSet": "/a/b",
      "skillSetSchema": "/api/skillset.schema.json",
      "skillSetSettings": "/publish/a/settings",
      "stagedSubmission": "/publish/staged/a",
      "stagedSubmissions": "/api/trusted-publishing/submissions",
      "stagingToken": "/api/trusted-publishing/token",
      "statement": "/api/statements/a",
      "status": "/admin/status",
      "storage": "/settings/storage",
      "submission": "/review/a",
      "submittedFolder": "/api/submissions/a/folder?skill=b",
      "testRuns": "/runs?tests=1",
      "tool": "/tools/a",
      "toolsets": "/settings/toolsets",
      "transfer": "/publish/transfers/a",
      "unsubscribe": "/unsubscribe/a",
      "unsubscribeByPost": "/api/unsubscribe/a",
      "validator": "/api/skills/a/validator?version=b&hash=c",
      "vault": "/vault",
      "vaultArchive": "/api/vault/archive?prefix=a",
      "vaultBytes": "/api/vault/file?path=a",
      "vaultFile": "/vault?file=a",
      "vaultFind": "/api/vault/find?name=a",
      "vaultHistory": "/api/vault/history?path=a",
      "vaultList": "/api/vault/files?prefix=a",
      "vaultUndo": "/api/vault/undo",
      "wallet": "/settings/wallet",
      "webhooks": "/settings/webhooks",
      "welcome": "/welcome",
    }
  `)
})

test('a name cannot reach another page', () => {
  expect(paths.skill('a/../b', 'c?d', 'e#f')).toBe('/a%2F..%2Fb/c%3Fd/e%23f')
})

test('the next path is encoded, and omitted for the home page', () => {
  expect(paths.signIn('/runs?state=failed')).toBe('/sign-in?next=%2Fruns%3Fstate%3Dfailed')
  expect(paths.signIn('/')).toBe('/sign-in')
  expect(paths.signIn()).toBe('/sign-in')
})

test('the name of a skill is the address of its page', () => {
  expect(skillNamePath('guildhall.text_tools.text_statistics')).toBe('/guildhall/text_tools/text_statistics')
  expect(skillNamePath('not a name')).toBe('/')
})
